import { useMutation } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { LANDER_IMAGES_MAX } from '#contract/limits.ts'
import { addLanderImage } from '#contract/operator/site/lander-calls.ts'
import { placeErrors, type FormError } from '#web/api/forms/form-errors.ts'
import { useAct } from '#web/features/operator/access/confirmation.tsx'
import { fileProblem } from '#web/features/profiles/own-photos/photo-file.ts'
import { PHOTO_FILE_TYPES } from '#web/features/profiles/own-photos/photo-file-types.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'

interface Props {
  /** Paths of this site. */
  images: readonly string[]
  disabled: boolean
  onChange: (images: string[]) => void
}

/** The images of a landing page as they are, and the upload that adds one to them. */
export function LanderImageFields({ images, disabled, onChange }: Props) {
  const t = useTranslations('operator-site.lander')
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
        <ImageUpload onUploaded={(path) => onChange([...images, path])} />
      )}
    </>
  )
}

function ImageUpload({ onUploaded }: { onUploaded: (path: string) => void }) {
  const t = useTranslations('operator-site.lander')
  const errorText = useErrorText()
  const [problem, setProblem] = useState<FormError | null>(null)
  const act = useAct()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) => act(addLanderImage, { body: {} }, { file }),
    onSuccess({ path }) {
      toast.show({ tone: 'success', title: t('uploaded') })
      onUploaded(path)
    },
    onError: (error) => setProblem(placeErrors(error, []).form),
  })

  function send(file: File | undefined) {
    const rejection = file ? fileProblem(file) : null
    setProblem(rejection)
    if (file && !rejection) mutate(file)
  }

  return (
    <Field label={t('upload')} isLabelHidden error={problem && errorText.ofCode(problem.code, problem.params)}>
      <FileDrop
        label={t('upload')}
        hint={t('uploadHint')}
        accept={PHOTO_FILE_TYPES}
        disabled={isPending}
        files={[]}
        onFilesChange={([file]) => send(file)}
        removeLabel={(name) => name}
      />
    </Field>
  )
}
