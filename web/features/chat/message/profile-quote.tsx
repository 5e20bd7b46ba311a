import { useState } from 'react'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import type { ProfileQuote } from '#contract/profiles/schemas.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'

interface Props {
  quote: ProfileQuote
  /** Null for the viewer's own profile. */
  ownerName: string | null
  isOnAccent?: boolean
  className?: string | undefined
}

/** The answer or photo of a profile that a message is about. */
export function ProfileQuoteBox({ quote, ownerName, isOnAccent = false, className }: Props) {
  const t = useTranslations('chat-conversation')
  const promptT = useTranslations('prompts')
  return (
    <div
      className={cx(
        'flex w-full max-w-full items-center gap-2.5 rounded-sm border-s-4 px-2 py-1 text-start text-sm',
        isOnAccent ? 'border-on-accent bg-accent-strong text-on-accent' : 'border-accent bg-surface text-text-muted',
        className,
      )}
    >
      {quote.kind === 'photo' && <QuotedPhoto photoId={quote.photoId} />}
      <div className="min-w-0">
        <p className="font-semibold">
          {quote.kind === 'answer'
            ? `${ownerName ?? t('you')} · ${promptT(`text.${quote.prompt}`)}`
            : ownerName === null
              ? t('quote.ownPhoto')
              : t('quote.photo', { name: ownerName })}
        </p>
        {quote.kind === 'answer' && (
          <p dir="auto" className="line-clamp-3 wrap-anywhere">
            {quote.text}
          </p>
        )}
      </div>
    </div>
  )
}

/** The photo as the viewer may see it now; nothing once it is gone. */
function QuotedPhoto({ photoId }: { photoId: string }) {
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed) return null
  return (
    <img
      src={photoUrl(photoId, 'tile')}
      alt=""
      width={48}
      height={64}
      loading="lazy"
      draggable={false}
      onError={() => setHasFailed(true)}
      className="my-1 h-16 w-12 shrink-0 rounded-sm object-cover"
    />
  )
}
