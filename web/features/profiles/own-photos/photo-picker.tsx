import Camera from 'lucide-react/icons/camera'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { useAttempts } from '#web/ui/hooks/use-attempts.ts'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { hasCamera } from './camera.ts'
import type { PixelArea } from './photo-file.ts'
import { fileProblem } from './photo-file.ts'
import { PHOTO_FILE_TYPES } from './photo-file-types.ts'

const CameraDialog = lazy(async () => ({ default: (await import('./camera-dialog.tsx')).CameraDialog }))
const PhotoCropper = lazy(async () => ({ default: (await import('./photo-cropper.tsx')).PhotoCropper }))

interface Props {
  /** The chosen file, whose part is being chosen. */
  file: File | null
  /** Called with a file that can be a photo, or with none when another one is wanted. */
  onFileChange: (file: File | null) => void
  onAreaChange: (area: PixelArea) => void
  /** An error of the upload. */
  problem?: string | undefined
  disabled?: boolean | undefined
}

/**
 * Chooses a photo, by file or camera, and the part of it that is shown. A file that cannot be a photo is
 * rejected at once.
 */
export function PhotoPicker({ file, onFileChange, onAreaChange, problem, disabled }: Props) {
  const t = useTranslations('profiles.picker')
  const choice = useChosenFile(onFileChange)
  if (file) {
    return (
      <div className="flex flex-col gap-3">
        <Suspense fallback={<Spinner label={t('reading')} />}>
          <PhotoCropper key={`${file.name}-${file.lastModified}`} file={file} onAreaChange={onAreaChange} />
        </Suspense>
        <Field label={t('label')} isLabelHidden error={problem}>
          {null}
        </Field>
        <Button variant="outline" disabled={disabled} onClick={() => onFileChange(null)}>
          {t('another')}
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <PhotoInput choice={choice} problem={problem} disabled={disabled} />
    </div>
  )
}

interface PhotoInputProps extends Pick<Props, 'problem' | 'disabled'> {
  choice: ReturnType<typeof useChosenFile>
}

/** The two ways to choose a photo: a file, and the camera. */
export function PhotoInput({ choice: { choose, rejection, isReading }, problem, disabled }: PhotoInputProps) {
  const t = useTranslations('profiles.picker')
  return (
    <>
      <Field label={t('label')} isLabelHidden error={rejection ?? problem}>
        <FileDrop
          label={t('choose')}
          hint={isReading ? t('reading') : t('hint')}
          accept={PHOTO_FILE_TYPES}
          disabled={disabled || isReading}
          onChoose={([chosen]) => chosen && void choose(chosen)}
        />
      </Field>
      <CameraButton onChosen={(chosen) => void choose(chosen)} />
    </>
  )
}

interface CameraButtonProps {
  onChosen: (file: File) => void
  /** Offers to choose a file on a device without a camera. */
  withFile?: boolean
}

/** Takes a photo: with the camera's own program on a phone or tablet, on other devices in a dialog. */
export function CameraButton({ onChosen, withFile = false }: CameraButtonProps) {
  return useMediaQuery('(pointer: coarse)') ? (
    <CameraFileButton onChosen={onChosen} />
  ) : (
    <CameraDialogButton onChosen={onChosen} withFile={withFile} />
  )
}

function CameraDialogButton({ onChosen, withFile }: CameraButtonProps) {
  const t = useTranslations('profiles.picker')
  const [isOffered, setIsOffered] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => void hasCamera(navigator.mediaDevices).then(setIsOffered), [])
  if (!isOffered) return withFile ? <CameraFileButton onChosen={onChosen} /> : null
  return (
    <>
      <Button variant="secondary" icon={<Camera />} onClick={() => setIsOpen(true)}>
        {t('camera')}
      </Button>
      <Suspense>
        {isOpen && (
          <CameraDialog
            onClose={() => setIsOpen(false)}
            onTaken={(photo) => {
              setIsOpen(false)
              onChosen(photo)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** Opens the camera of a phone or tablet; other devices have no such file field. */
function CameraFileButton({ onChosen }: { onChosen: (file: File) => void }) {
  const t = useTranslations('profiles.picker')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="user"
        hidden
        aria-label={t('camera')}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          currentTarget.value = ''
          if (chosen) onChosen(chosen)
        }}
      />
      <Button variant="secondary" icon={<Camera />} onClick={() => input.current?.click()}>
        {t('camera')}
      </Button>
    </>
  )
}

const loadReader = () => import('./prepare-photo.ts')

/**
 * Checks a file: type and size at once, then whether the browser can read it as an image. A file whose dialog
 * was closed meanwhile, or that was replaced, is dropped.
 */
export function useChosenFile(onFileChange: (file: File | null) => void) {
  const errorText = useErrorText()
  const [rejection, setRejection] = useState<string>()
  const [isReading, setIsReading] = useState(false)
  const attempts = useAttempts()
  // Before a file is chosen: by then there may be no connection.
  useEffect(() => void loadReader().catch(() => {}), [])
  async function choose(file: File) {
    const isCurrent = attempts.begin()
    const problem = fileProblem(file)
    setRejection(problem ? errorText.ofCode(problem.code, problem.params) : undefined)
    setIsReading(!problem)
    if (problem) return
    try {
      const { openPhoto } = await loadReader()
      const image = await openPhoto(file)
      image.close()
      if (isCurrent()) onFileChange(file)
    } catch (error) {
      if (isCurrent()) setRejection(errorText(error))
    } finally {
      if (isCurrent()) setIsReading(false)
    }
  }
  return { choose, rejection, isReading }
}
