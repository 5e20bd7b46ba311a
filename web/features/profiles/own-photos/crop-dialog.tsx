import { lazy, Suspense, useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import type { PixelArea } from './photo-file.ts'

const PhotoCropper = lazy(async () => ({ default: (await import('./photo-cropper.tsx')).PhotoCropper }))

interface Props {
  /** Undefined while it is being fetched. */
  file: File | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
  onCrop: (area: PixelArea) => void
  isPending?: boolean
  /** Why the cropped photo could not be saved. */
  problem?: string | undefined
}

/** Chooses the part of a photo that is shown. The caller closes it. */
export function CropDialog({ file, open, onOpenChange, onCrop, isPending = false, problem }: Props) {
  const t = useTranslations('photos')
  const common = useTranslations('common')
  const picker = useTranslations('profiles.picker')
  const [area, setArea] = useState<PixelArea>()
  const spinner = <Spinner label={picker('reading')} />
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('cropTitle')} closeLabel={common('close')}>
      <Suspense fallback={spinner}>
        {file ? <PhotoCropper file={file} onAreaChange={setArea} /> : !problem && spinner}
      </Suspense>
      {problem && (
        <p role="alert" className="mt-4 text-sm text-danger-text">
          {problem}
        </p>
      )}
      <Button
        isWide
        className="mt-4"
        isPending={isPending}
        disabled={!file || !area}
        onClick={() => {
          if (area) onCrop(area)
        }}
      >
        {t('useCrop')}
      </Button>
    </Dialog>
  )
}
