import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { OwnPhoto } from '#contract/profiles/profiles.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { CompletenessBar } from '#web/ui/feedback/completeness-bar.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { FilePreview } from '#web/ui/forms/file-preview.tsx'
import { CropDialog } from './crop-dialog.tsx'
import type { PixelArea } from './photo-file.ts'
import { PHOTO_FILE_TYPES } from './photo-file-types.ts'
import { usePhotoDrafts, type PhotoDraft } from './use-photo-drafts.ts'
import { VisibilityField } from '#web/features/profiles/form/visibility-field.tsx'

interface Props {
  count: number
  limit: number
  /** Called with whether photos are chosen that are not sent yet. */
  onUnsentChange: (hasUnsent: boolean) => void
}

/**
 * Adds photos: choose several, crop each if wanted, choose who sees them, send. `count`: how many the member has, which is
 * more than `limit` after premium ended.
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
  const full = count > limit ? t('over', { limit, count: count - limit + 1 }) : t('full', { limit })

  function choose(files: File[]) {
    setNotice(files.length > free ? t('tooMany', { count: vacant }) : undefined)
    add(files.slice(0, free))
  }

  async function sendAll() {
    setNotice(undefined)
    const added = await send(visibility)
    if (added > 0) toast.show({ tone: 'success', title: t('added', { count: added }) })
  }

  return (
    <div className="mt-4 flex flex-col gap-4">
      <Field label={t('label')} isLabelHidden error={notice}>
        <FileDrop
          label={t('choose')}
          hint={free <= 0 && drafts.length === 0 ? full : t('hint')}
          accept={PHOTO_FILE_TYPES}
          isMultiple
          disabled={free <= 0 || isSending}
          files={[]}
          onFilesChange={choose}
          removeLabel={(name) => name}
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
  const percent = Math.round((share ?? 0) * 100)
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
          <CompletenessBar percent={percent} label={t('sending', { name, progress: percent / 100 })} />
        )}
      </div>
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
