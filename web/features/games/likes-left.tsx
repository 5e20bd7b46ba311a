import Heart from 'lucide-react/icons/heart'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Allowance } from '#contract/games/schemas.ts'
import { SWIPE_LIKES } from '#contract/limits.ts'
import { SECOND } from '#contract/time.ts'
import { cx } from '#web/ui/cx.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { countdownText } from './deck.ts'

interface Props {
  allowance: Allowance
  /** When the allowance was fetched. */
  fetchedAt: number
  /** Called each second from when all likes are there again until they are fetched. */
  onRenewed: () => void
}

/** The likes that are left, as hearts, and once they are used the time until there are new ones. */
export function LikesLeft({ allowance: { likesLeft, renewsInMs }, fetchedAt, onRenewed }: Props) {
  const t = useTranslations('games.swipe')
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
      <p role="img" aria-label={t('likesLeft', { count: likesLeft })} className="flex gap-1.5">
        {Array.from({ length: SWIPE_LIKES }, (_, index) => (
          <Heart
            key={index}
            aria-hidden
            className={cx(
              'size-5 transition-[color,scale] md:size-6 duration-300',
              index < likesLeft ? 'fill-current text-secondary' : 'scale-90 text-line-strong',
            )}
          />
        ))}
      </p>
      {likesLeft > 0 && (
        <p aria-hidden className="text-sm text-text-muted max-md:text-xs">
          {t('likesLeft', { count: likesLeft })}
        </p>
      )}
      {likesLeft === 0 && renewsInMs !== null && (
        <Countdown key={fetchedAt} ms={renewsInMs} endsAt={fetchedAt + renewsInMs} onEnd={onRenewed} />
      )}
    </div>
  )
}

/** The true time that is left. Until the page is hydrated, that which the server sent. */
function Countdown({ ms, endsAt, onEnd }: { ms: number; endsAt: number; onEnd: () => void }) {
  const t = useTranslations('games.swipe')
  const isHydrated = useIsHydrated()
  const [left, setLeft] = useState(ms)
  const tick = useEffectEvent(() => {
    const now = Math.max(0, endsAt - Date.now())
    setLeft(now)
    if (now === 0) onEnd()
  })
  useEffect(() => {
    const timer = setInterval(() => tick(), SECOND)
    return () => clearInterval(timer)
  }, [])
  const time = countdownText(isHydrated ? left : ms)
  return (
    <p className="text-sm text-text-muted max-md:text-xs">
      {t.rich('renewsIn', {
        time: () => (
          <span role="timer" className="font-semibold text-text tabular-nums">
            {time}
          </span>
        ),
      })}
    </p>
  )
}
