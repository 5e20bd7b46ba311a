import { useQuery } from '@tanstack/react-query'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { CropDialog } from './crop-dialog.tsx'
import { useReplacePhoto } from './use-own-photos.ts'

interface Props {
  photoId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Crops a photo that is stored. Its caption, its place and who sees it stay. */
export function OwnPhotoCrop({ photoId, open, onOpenChange }: Props) {
  const errorText = useErrorText()
  const { data: file, error } = useQuery({
    queryKey: ['photo to crop', photoId],
    queryFn: ({ signal }) => fetchLarge(photoId, signal),
    enabled: open,
    gcTime: 0,
    // The file under an id never changes.
    staleTime: 'static',
  })
  const { mutate: replace, isPending, error: saveError } = useReplacePhoto(photoId)
  const problem = error ?? saveError
  return (
    <CropDialog
      file={file}
      open={open}
      onOpenChange={onOpenChange}
      isPending={isPending}
      problem={problem ? errorText(problem) : undefined}
      onCrop={(area) => {
        if (file) replace({ file, area }, { onSuccess: () => onOpenChange(false) })
      }}
    />
  )
}

async function fetchLarge(photoId: string, signal: AbortSignal) {
  const response = await fetch(photoUrl(photoId, 'large'), { signal })
  if (!response.ok) throw new ApiError(response.status, { code: 'request.failed' })
  const image = await response.blob()
  return new File([image], 'photo', { type: image.type })
}
