import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { PHOTO_MAX_BYTES, PHOTO_MAX_MEGABYTES, REPORT_ATTACHMENTS } from '#contract/limits.ts'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { FilePreview } from '#web/ui/forms/file-preview.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { rejectAttachment } from './report-form.ts'

interface Props {
  files: readonly File[]
  onFilesChange: (files: File[]) => void
}

/** Chooses the screenshots of a report, one after the other. A file that cannot be one is rejected at once. */
export function ReportAttachments({ files, onFilesChange }: Props) {
  const t = useTranslations('reports')
  const box = useFocusAfterRemoval<HTMLDivElement>(files.length)
  const [error, setError] = useState<ReturnType<typeof rejectAttachment>>(null)

  function add([file]: File[]) {
    if (!file) return
    const rejection = rejectAttachment(file, { maxBytes: PHOTO_MAX_BYTES })
    setError(rejection)
    if (!rejection) onFilesChange([...files, file])
  }

  return (
    <FieldGroup
      label={t('attachments')}
      hint={t('optional')}
      error={error && t(error, { megabytes: PHOTO_MAX_MEGABYTES })}
    >
      <div ref={box} tabIndex={-1} className="flex flex-col gap-3 outline-none">
        {files.length > 0 && (
          <ul aria-label={t('attachments')} className="flex flex-wrap gap-3">
            {files.map((file, index) => (
              <li
                key={`${index} ${file.name}`}
                className="relative size-24 overflow-hidden rounded-md bg-surface-muted"
              >
                <FilePreview file={file} className="size-full object-cover" />
                <IconButton
                  label={t('remove', { file: file.name })}
                  variant="shade"
                  size="sm"
                  className="absolute end-1 top-1"
                  onClick={() => onFilesChange(files.filter((each) => each !== file))}
                >
                  <X />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {files.length < REPORT_ATTACHMENTS && (
          <FileDrop
            // Empties the input, so that the same file can be chosen again after it was removed.
            key={files.length}
            label={t('attach')}
            hint={t('attachHint', { megabytes: PHOTO_MAX_MEGABYTES, count: REPORT_ATTACHMENTS })}
            accept="image/jpeg,image/png,image/webp"
            files={[]}
            onFilesChange={add}
            removeLabel={(file) => t('remove', { file })}
          />
        )}
      </div>
    </FieldGroup>
  )
}
