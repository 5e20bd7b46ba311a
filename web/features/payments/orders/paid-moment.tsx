import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import Crown from 'lucide-react/icons/crown'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import Mail from 'lucide-react/icons/mail'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Order } from '#contract/payments/schemas.ts'
import { HOUR } from '#contract/time.ts'
import { messagesFor } from '#web/features/home/messages-for.ts'
import { latestOrdersQuery } from '#web/features/payments/queries.ts'
import { usePremiumRows } from '#web/features/payments/prices/use-premium-rows.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useNow } from '#web/i18n/now.tsx'
import { CastImage } from '#web/ui/media/cast-image.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { Confetti } from '#web/ui/media/confetti.tsx'

/** How long a payment is celebrated; later its page is a receipt. */
const FRESH_MS = HOUR

/** Letters that stand for the messages; more would not fit on a phone. */
const LETTERS = 4

/** Whether the credits of an order have just arrived. */
export function useIsFresh({ status, completedAt }: Pick<Order, 'status' | 'completedAt'>) {
  const now = useNow()
  if (status !== 'completed' || completedAt === null) return false
  return now.getTime() - new Date(completedAt).getTime() < FRESH_MS
}

/** Whether an order is the first that was paid: it makes the member premium (CRED-4). */
export function useMakesPremium({ id }: Pick<Order, 'id'>) {
  const { data } = useQuery(latestOrdersQuery())
  return data !== undefined && !data.orders.some((other) => other.id !== id && other.completedAt !== null)
}

/** The head of a fresh payment: what arrived, celebrated (PAY-33). */
export function PaidHead({ order }: { order: Order }) {
  const t = useTranslations('payments')
  const isHydrated = useIsHydrated()
  const makesPremium = useMakesPremium(order)
  const messages = messagesFor(order.credits, useSettings().message_credits)
  const credits = t('credits', { count: order.credits })
  return (
    <div className="relative flex flex-col items-center bg-signature px-5 pt-6 pb-6 text-on-accent sm:pt-8">
      {isHydrated && <Confetti ground="signature" />}
      {makesPremium ? <PremiumImage /> : <LettersImage />}
      <h1 className="mt-6 font-semibold">{t('result.completed.title')}</h1>
      <p className="mt-1 text-2xl font-bold text-balance wrap-anywhere sm:text-3xl">
        {makesPremium ? t('isPremium') : credits}
      </p>
      <p className="mt-2 text-lg">
        {makesPremium && credits} {messages !== null && t('messages', { count: messages })}
      </p>
    </div>
  )
}

/** What premium opens, in the words of the comparison that led to it. */
export function PremiumGains() {
  const gains = usePremiumRows().filter(({ free }) => free !== true)
  return (
    <ul className="mt-6 flex flex-col gap-2 text-start">
      {gains.map(({ name, premium }) => (
        <li key={name} className="flex items-center gap-3">
          <span className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text">
            <Check aria-hidden className="size-4" />
          </span>
          <span className="min-w-0 grow wrap-anywhere">{name}</span>
          {premium !== true && <span className="font-semibold tabular-nums">{premium}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Photos that open before one's eyes. */
function PremiumImage() {
  return (
    <div aria-hidden className="relative flex motion-safe:animate-pop">
      <CastImage name="w5" className="photo-unlocks -me-4 mt-3 w-20 -rotate-8 rounded-lg shadow-raised" />
      <CastImage name="m9" className="photo-unlocks z-1 w-22 rounded-lg shadow-floating" />
      <CastImage name="v10" className="photo-unlocks -ms-4 mt-3 w-20 rotate-8 rounded-lg shadow-raised" />
      <span className="absolute inset-x-0 -bottom-5 z-2 mx-auto grid size-12 place-items-center rounded-full bg-surface-raised text-accent-text shadow-floating">
        <LockKeyhole className="lock-opens absolute size-6 opacity-0" />
        <Crown className="crown-comes size-6" />
      </span>
    </div>
  )
}

/** The messages that the credits pay for. */
function LettersImage() {
  return (
    <p aria-hidden className="flex gap-2">
      {Array.from({ length: LETTERS }, (_, index) => (
        <span
          key={index}
          className="grid size-14 place-items-center rounded-full bg-surface-raised text-accent-text shadow-raised motion-safe:animate-pop"
          style={{ animationDelay: `${0.2 + index * 0.15}s` }}
        >
          <Mail className="size-7" />
        </span>
      ))}
    </p>
  )
}
