import Gift from 'lucide-react/icons/gift'
import { useEffect, useEffectEvent, useState } from 'react'
import { href, useLocation } from 'react-router'
import X from 'lucide-react/icons/x'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import type { User } from '#contract/accounts/schemas.ts'
import { TIME_BONUS_DIALOG_MS, TIME_BONUS_MS } from '#contract/limits.ts'
import { timeBonusEnd } from '#contract/payments/time-bonus.ts'
import { HOUR } from '#contract/time.ts'
import { useDismissal } from '#web/api/dismissals.ts'
import { Link } from '#web/api/link.tsx'
import { AnnouncementDialog } from '#web/features/likes/announcement-dialog.tsx'
import { isPageBusy, whenCalm } from '#web/features/likes/when-calm.ts'
import {
  isInMembersArea,
  opensBonusDialog,
  type Countdown as TimeLeft,
} from '#web/features/payments/time-bonus/time-bonus.ts'
import { useTimeBonus } from '#web/features/payments/time-bonus/use-time-bonus.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'

/** The line of the welcome bonus, with the time of its end; its button closes it for good (CRED-6). */
export function TimeBonusLine({ user }: { user: User }) {
  const t = useTranslations('payments-bonus')
  const common = useTranslations('common')
  const format = useFormatter()
  const bonus = useTimeBonus(user)
  const { isDismissed, dismiss } = useDismissal('time-bonus-line')
  if (!bonus || isDismissed) return null
  const end = timeBonusEnd(new Date(user.signup_date))
  return (
    <section
      aria-label={t('label')}
      className="mt-8 flex items-center gap-2 rounded-md border border-line ps-4 pe-2 text-sm"
    >
      <Link
        to={href('/credits')}
        prefetch="intent"
        className="flex min-h-11 min-w-0 grow items-center py-1 text-text-muted"
      >
        {t('line', {
          rate: bonus.bonus.value_percentage / 100,
          time: format.dateTime(end, { hour: '2-digit', minute: '2-digit' }),
        })}
      </Link>
      <IconButton label={common('close')} size="sm" onClick={dismiss}>
        <X />
      </IconButton>
    </section>
  )
}

/** Opens the dialog of the welcome bonus after a while in the members area, once (CRED-6). */
export function TimeBonusDialog({ user }: { user: User }) {
  const isInArea = isInMembersArea(useLocation().pathname)
  const bonus = useTimeBonus(user)
  const { isDismissed, dismiss } = useDismissal('time-bonus')
  const [isOpen, setIsOpen] = useState(false)
  const open = useEffectEvent(() => {
    const isDue = opensBonusDialog({ credits: user.credits, isDismissed, isVisible: bonus !== null })
    if (isDue) setIsOpen(true)
  })
  useEffect(() => {
    if (!isInArea) return
    let stopWaiting = () => {}
    const timer = setTimeout(() => {
      stopWaiting = whenCalm({ isBusy: () => isPageBusy(document), onWait: () => {}, onCalm: () => open() })
    }, TIME_BONUS_DIALOG_MS)
    return () => {
      clearTimeout(timer)
      stopWaiting()
    }
  }, [isInArea])
  if (!isOpen || !bonus) return null
  const close = () => {
    dismiss()
    setIsOpen(false)
  }
  return <BonusDialog rate={bonus.bonus.value_percentage / 100} left={bonus.countdown} onClose={close} />
}

function BonusDialog({ rate, left, onClose }: { rate: number; left: TimeLeft; onClose: () => void }) {
  const t = useTranslations('payments-bonus')
  const title = t('dialog.title', { rate })
  return (
    <AnnouncementDialog title={title} onClose={onClose}>
      <div className="flex flex-col items-center gap-5 py-4 text-center">
        <Gift aria-hidden className="size-16 text-accent-text" strokeWidth={1.5} />
        <p aria-hidden className="text-3xl font-bold text-balance">
          {title}
        </p>
        <p className="max-w-xs text-lg text-pretty">{t('dialog.text', { rate, hours: TIME_BONUS_MS / HOUR })}</p>
        <Clock left={left} />
        <Button isWide onClick={onClose} render={<Link to={href('/credits')} />}>
          {t('toCredits')}
        </Button>
        <button type="button" onClick={onClose} className="min-h-11 font-semibold text-accent-text underline">
          {t('dialog.later')}
        </button>
      </div>
    </AnnouncementDialog>
  )
}

function Clock({ left: { hours, minutes, seconds } }: { left: TimeLeft }) {
  const t = useTranslations('payments-bonus')
  return (
    <p className="flex items-baseline gap-2">
      <span className="sr-only">{t('left')}</span>
      {/* Not read out by itself: it changes every second. */}
      <span role="timer" className="text-4xl font-bold tabular-nums">
        {`${hours}:${minutes}:${seconds}`}
      </span>
    </p>
  )
}
