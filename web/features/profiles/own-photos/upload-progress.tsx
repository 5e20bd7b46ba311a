import { useEffect, useState } from 'react'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { CompletenessBar } from '#web/ui/feedback/completeness-bar.tsx'

/** An upload that does not move for this long says so. */
const SLOW_MS = 8000

interface Props {
  /** Of the file, where several are uploaded; for screen readers. */
  name?: string
  /** The sent part, from 0 to 1; once all is sent, the server checks it. */
  progress: number
}

/** How far an upload is, in words and as a bar. Screen readers hear each change of the words once. */
export function UploadProgress({ name, progress }: Props) {
  const t = useTranslations('profiles.picker')
  const format = useFormatter()
  const isSlow = useIsStanding(progress)
  const isSent = progress >= 1
  const text = t(isSent ? 'checking' : 'uploading')
  return (
    <div className="flex w-full flex-col gap-2 text-start text-sm text-text-muted">
      <div className="flex items-center justify-between gap-3">
        <p role="status">
          {name && <span className="sr-only">{name} </span>}
          {text} {isSlow && t('slow')}
        </p>
        {!isSent && (
          <span aria-hidden className="tabular-nums">
            {format.number(progress, { style: 'percent', maximumFractionDigits: 0 })}
          </span>
        )}
      </div>
      <CompletenessBar
        role="progressbar"
        percent={Math.round(progress * 100)}
        label={name ? `${name} · ${text}` : text}
      />
    </div>
  )
}

function useIsStanding(progress: number) {
  const [slowAt, setSlowAt] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSlowAt(progress), SLOW_MS)
    return () => clearTimeout(timer)
  }, [progress])
  return slowAt === progress
}
