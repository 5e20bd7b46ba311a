import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { OwnPhoto } from '#contract/profiles/schemas.ts'
import { addPhoto } from '#contract/profiles/calls.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { FilePreview } from '#web/ui/forms/file-preview.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { call } from '#web/api/call.ts'
import { useSharedPhotos } from '#web/api/use-shared-photos.ts'
import { uploadTransport } from '#web/api/upload-transport.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { CropDialog } from './crop-dialog.tsx'
import { type PixelArea, fileProblem } from './photo-file.ts'
import { PHOTO_FILE_TYPES } from './photo-file-types.ts'
import { VisibilityField } from '#web/features/profiles/form/visibility-field.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useUpdateOwnPhotos } from './use-own-photos.ts'

interface Props {
  count: number
  limit: number
  /** Called with whether photos are chosen that are not sent yet. */
  onUnsentChange: (hasUnsent: boolean) => void
}

/**
 * Adds photos: choose several, crop each if wanted, choose who sees them, send. `count`: how many the member
 * has, more than `limit` after premium ended.
 */
export function PhotoDrafts({ count, limit, onUnsentChange }: Props) {
  const t = useTranslations('photos')
  const toast = useToast()
  const { drafts, add, remove, change, send, isSending } = usePhotoDrafts()
  const [visibility, setVisibility] = useState<OwnPhoto['visibility']>('public')
  const [notice, setNotice] = useState<string>()
  const vacant = Math.max(0, limit - count)
  const sendable = drafts.filter(({ isRejected }) => !isRejected)
  const free = vacant - sendable.length
  const hasUnsent = sendable.length > 0
  useEffect(() => onUnsentChange(hasUnsent), [hasUnsent, onUnsentChange])
  const box = useFocusAfterRemoval<HTMLDivElement>(drafts.length)
  const full = count > limit ? t('over', { limit, count: count - limit + 1 }) : t('full', { limit })

  function choose(files: File[]) {
    setNotice(files.length > free ? t('tooMany', { count: vacant }) : undefined)
    add(files.slice(0, free))
  }

  useSharedPhotos(choose)

  async function sendAll() {
    setNotice(undefined)
    const added = await send(visibility)
    if (added > 0) toast.show({ tone: 'success', title: t('added', { count: added }) })
  }

  return (
    <div ref={box} tabIndex={-1} id="add-photo" className="flex flex-col gap-4 outline-none">
      <Field label={t('label')} isLabelHidden error={notice}>
        <FileDrop
          label={t('choose')}
          hint={free <= 0 && drafts.length === 0 ? full : t('hint')}
          accept={PHOTO_FILE_TYPES}
          isMultiple
          isRowOnPhone={count > 0}
          disabled={free <= 0 || isSending}
          onChoose={choose}
        />
      </Field>
      {drafts.length > 0 && (
        <>
          <ul className="flex flex-col gap-3">
            {drafts.map((draft) => (
              <li key={draft.clientId}>
                <DraftRow
                  draft={draft}
                  isLocked={isSending}
                  onCrop={(area) => change(draft.clientId, { area })}
                  onRemove={() => remove(draft.clientId)}
                />
              </li>
            ))}
          </ul>
          {hasUnsent && (
            <>
              <VisibilityField label={t('whoSees')} value={visibility} onValueChange={setVisibility} />
              <Button isPending={isSending} onClick={() => void sendAll()}>
                {t('send', { count: sendable.length })}
              </Button>
            </>
          )}
        </>
      )}
    </div>
  )
}

interface RowProps {
  draft: PhotoDraft
  isLocked: boolean
  onCrop: (area: PixelArea) => void
  onRemove: () => void
}

function DraftRow({ draft: { file, share, problem, isRejected }, isLocked, onCrop, onRemove }: RowProps) {
  const t = useTranslations('photos')
  const [isCropping, setIsCropping] = useState(false)
  const { name } = file
  return (
    <div className="flex items-center gap-3 rounded-lg border border-line p-2">
      <FilePreview file={file} className="size-16 shrink-0 rounded-md object-cover" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{name}</p>
        {share === null ? (
          <p
            className={problem ? 'text-sm text-danger-text' : 'text-sm text-text-muted'}
            role={problem ? 'alert' : undefined}
          >
            {problem ?? t('waiting')}
          </p>
        ) : (
          <UploadProgress name={name} progress={share} />
        )}
      </div>
      {share === null && (
        <>
          <Button
            size="sm"
            variant="outline"
            aria-label={t('cropOf', { name })}
            disabled={isLocked || isRejected}
            onClick={() => setIsCropping(true)}
          >
            {t('crop')}
          </Button>
          <IconButton label={t('leaveOut', { name })} disabled={isLocked} onClick={onRemove}>
            <X />
          </IconButton>
        </>
      )}
      <CropDialog
        file={file}
        open={isCropping}
        onOpenChange={setIsCropping}
        onCrop={(area) => {
          onCrop(area)
          setIsCropping(false)
        }}
      />
    </div>
  )
}

/** A chosen file before it is a photo. */
interface PhotoDraft {
  /** Sent with the upload, so that a repeated one adds no second photo. */
  clientId: string
  file: File
  /** The part of the photo that is sent; all of it where none was chosen. */
  area: PixelArea | null
  /** How much is sent, from 0 to 1, or null before the upload. */
  share: number | null
  problem: string | null
  /** The file cannot be a photo, as its type or size shows: it is not sent. */
  isRejected: boolean
}

/** Collects chosen photos and sends them, one after the other, each with its progress. */
function usePhotoDrafts() {
  const [drafts, setDrafts] = useState<PhotoDraft[]>([])
  const errorText = useErrorText()
  const update = useUpdateOwnPhotos()
  const isSending = drafts.some(({ share }) => share !== null)

  function change(clientId: string, values: Partial<PhotoDraft>) {
    setDrafts((present) => present.map((draft) => (draft.clientId === clientId ? { ...draft, ...values } : draft)))
  }
  const remove = (clientId: string) => setDrafts((present) => present.filter((draft) => draft.clientId !== clientId))

  function add(files: File[]) {
    const added = files.map((file): PhotoDraft => {
      const problem = fileProblem(file)
      const text = problem && (errorText.ofCode(problem.code, problem.params) ?? null)
      return {
        clientId: crypto.randomUUID(),
        file,
        area: null,
        share: null,
        problem: text,
        isRejected: problem !== null,
      }
    })
    setDrafts((present) => [...present, ...added])
  }

  /** Returns how many were added. Those that failed stay, with the reason, and can be sent again. */
  async function send(visibility: OwnPhoto['visibility']) {
    let count = 0
    for (const { clientId, file, area, isRejected } of drafts) {
      if (isRejected) continue
      change(clientId, { share: 0, problem: null })
      try {
        const photo = await photoOf(file, area)
        const transport = uploadTransport((share) => change(clientId, { share }))
        await call(addPhoto, { body: { visibility, clientId } }, { file: photo, transport })
        remove(clientId)
        count += 1
      } catch (error) {
        change(clientId, { share: null, problem: errorText(error) })
      }
    }
    const updated = update()
    // The limit may be another one now, as when premium has ended. Without a network this would not end.
    if (count > 0) await updated
    return count
  }

  return { drafts, add, remove, change, send, isSending }
}

/** Returns the part of an image that becomes the photo, made smaller on the device. */
async function photoOf(file: File, area: PixelArea | null) {
  const { cutPhoto, openPhoto } = await import('./prepare-photo.ts')
  if (area) return cutPhoto(file, area)
  const image = await openPhoto(file)
  const { width, height } = image
  image.close()
  return cutPhoto(file, { x: 0, y: 0, width, height })
}
