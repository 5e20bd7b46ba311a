import Mail from 'lucide-react/icons/mail'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { messagesFor } from '#web/features/home/messages-for.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'

/** More than these are a number only. */
const MAX_ICONS = 5

/**
 * How many messages the member can write without paying: those that come with the confirmed address (CRED-3),
 * or after it what the balance pays for. Null where writing is free.
 */
export function useFreeMessages() {
  const { signup_credits, message_credits } = useSettings()
  const user = useUser()
  const isConfirmed = user !== null && user.status !== 'not_confirmed'
  return {
    isConfirmed,
    isPaid: user?.paid_user === true,
    count: messagesFor(isConfirmed ? user.credits : signup_credits, message_credits),
  }
}

/** Hands over the free messages: their number, and as many letters. */
export function FreeMessages() {
  const t = useTranslations('signup.matches')
  const { isConfirmed, isPaid, count } = useFreeMessages()
  if (count === null) return <p className="text-2xl font-bold">{t('writingIsFree')}</p>
  if (isPaid) return <p className="text-lg">{t('freeMessagesReady', { count })}</p>
  return (
    <div>
      {count > 0 && count <= MAX_ICONS && (
        <p aria-hidden className="mb-3 flex justify-center gap-2">
          {Array.from({ length: count }, (_, index) => (
            <span
              key={index}
              className="grid size-14 place-items-center rounded-full bg-surface-raised text-accent-text shadow-raised motion-safe:animate-pop"
              style={{ animationDelay: `${0.35 + index * 0.15}s` }}
            >
              <Mail className="size-7" />
            </span>
          ))}
        </p>
      )}
      <p className="text-2xl font-bold text-balance">{t('freeMessages', { count })}</p>
      {!isConfirmed && count > 0 && <p className="mt-1 text-text-muted">{t('freeMessagesLater')}</p>}
    </div>
  )
}
