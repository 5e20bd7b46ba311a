import { photoUrl } from '#contract/profiles/photo-urls.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { EarlyScript } from '#web/ui/early-script.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { cx } from '#web/ui/cx.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { markStoredPath, readReturnPath } from './return-path.ts'

/** As high as what a stored place adds, until hydration; nothing without one. */
export function WaitingSkeleton({ className }: { className: string }) {
  const isHydrated = useIsHydrated()
  if (isHydrated) return null
  return (
    <>
      <EarlyScript code={markStoredPath} />
      <Skeleton className={cx('hidden in-data-waits:block', className)} />
    </>
  )
}

/** Where the member was before buying. Read after hydration: the server does not know it. */
export function useReturnPath() {
  const isHydrated = useIsHydrated()
  return isHydrated ? readReturnPath() : null
}

/** The person and the message that wait for credits, after a member came from a conversation (PAY-32). */
export function WaitingMessage({ className }: { className?: string }) {
  const t = useTranslations('payments.waiting')
  const place = useReturnPath()
  // As high as the card below.
  if (!place) return <WaitingSkeleton className={cx('h-24 sm:h-26', className)} />
  const { name, photo, message } = place
  return (
    <Card className={cx('flex items-center gap-3 sm:gap-4', className)}>
      <Avatar name={name} src={photo && photoUrl(photo, 'thumb')} size="lg" isDecorative />
      <div className="min-w-0">
        <p className="font-semibold">{t(message === '' ? 'conversation' : 'message', { name })}</p>
        {message !== '' && (
          <p
            dir="auto"
            className="mt-1 w-fit max-w-full truncate rounded-lg rounded-ss-sm bg-accent-soft px-3 py-1 text-sm"
          >
            {message}
          </p>
        )}
      </div>
    </Card>
  )
}
