import Heart from 'lucide-react/icons/heart'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useNow } from '#web/i18n/now.tsx'
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
  /** Follows the time, once the likes are used. */
  children?: ReactNode
}

/** The likes that are left, as hearts, and once they are used the time until there are new ones. */
export function LikesLeft({ allowance: { likesLeft, renewsInMs }, fetchedAt, onRenewed, children }: Props) {
  const t = useTranslations('games.swipe')
  return (
    <div className="flex items-center justify-center gap-x-3">
      <p role="img" aria-label={t('likesLeft', { count: likesLeft })} className="flex shrink-0 gap-1.5">
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
        <div className="min-w-0 text-sm text-text-muted max-md:text-xs">
          <Countdown key={fetchedAt} ms={renewsInMs} endsAt={fetchedAt + renewsInMs} onEnd={onRenewed} />
          {children}
        </div>
      )}
    </div>
  )
}

/** When there are new likes, and the true time until then. Before hydration, the one that the server sent. */
function Countdown({ ms, endsAt, onEnd }: { ms: number; endsAt: number; onEnd: () => void }) {
  const t = useTranslations('games.swipe')
  const format = useFormatter()
  const dayOf = (date: Date) => format.dateTime(date, 'shortDay')
  const isToday = dayOf(new Date(endsAt)) === dayOf(useNow())
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
    <p>
      {t.rich('renewsIn', {
        day: isToday ? 'today' : 'tomorrow',
        at: format.dateTime(new Date(endsAt), 'time'),
        time: () => (
          <span role="timer" className="font-semibold text-text tabular-nums">
            {time}
          </span>
        ),
      })}
    </p>
  )
}
