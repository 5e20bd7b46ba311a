import X from 'lucide-react/icons/x'
import { LANDER_IMAGES_MAX } from '#contract/limits.ts'
import { addLanderImage } from '#contract/operator/site/lander-calls.ts'
import { useAct } from '#web/features/operator/access/confirmation.tsx'
import { ImageUpload } from '#web/features/operator/ui/image-upload.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'

interface Props {
  /** Paths of this site. */
  images: readonly string[]
  disabled: boolean
  onChange: (images: string[]) => void
}

/** The images of a landing page as they are, and the upload that adds one to them. */
export function LanderImageFields({ images, disabled, onChange }: Props) {
  const t = useTranslations('operator-site.lander')
  const act = useAct()
  return (
    <>
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {images.map((path, index) => (
            <li key={path} className="relative">
              <img
                src={path}
                alt={t('imageNth', { nth: index + 1 })}
                className="h-32 w-24 rounded-md bg-surface-muted object-cover"
              />
              {!disabled && (
                <IconButton
                  label={t('imageRemove', { nth: index + 1 })}
                  variant="shade"
                  className="absolute end-1 top-1"
                  onClick={() => onChange(images.filter((each) => each !== path))}
                >
                  <X />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {!disabled && images.length < LANDER_IMAGES_MAX && (
        <ImageUpload
          label={t('upload')}
          hint={t('uploadHint')}
          done={t('uploaded')}
          send={(file) => act(addLanderImage, { body: {} }, { file })}
          onSent={({ path }) => onChange([...images, path])}
        />
      )}
    </>
  )
}
