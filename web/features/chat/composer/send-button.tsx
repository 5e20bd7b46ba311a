import { useTranslations } from '#web/i18n/intl.tsx'
import type { ChatPartner } from '#contract/chat/schemas.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import { HelpButton } from '#web/features/chat/conversation/help-button.tsx'

interface Props {
  label: string
  price: number
  /** A free message pays for it: the price is not named. */
  isFree?: boolean
  /** The viewer's balance. */
  credits: number
  profile: Pick<ChatPartner, 'id' | 'name' | 'photo'>
  disabled?: boolean | undefined
  isPending?: boolean | undefined
  /** Called when the viewer leaves to buy credits, to store what is to be sent. */
  onLeave?: (() => void) | undefined
}

/**
 * Sends what a dialog shows, with its price unless it is free; without enough credits the way to buy some is
 * in its place.
 */
export function SendButton({ label, price, isFree = false, credits, profile, disabled, isPending, onLeave }: Props) {
  const t = useTranslations('chat')
  const conversationT = useTranslations('chat-conversation')
  if (credits < price) {
    return (
      <div className="flex flex-col gap-2">
        <p className="text-center text-sm text-pretty text-text-muted">{t('noCredits', { name: profile.name })}</p>
        <HelpButton help="credits" profile={profile} isWide onLeave={onLeave} />
      </div>
    )
  }
  return (
    <Button type="submit" isWide disabled={disabled} isPending={isPending}>
      <span className="flex items-center justify-center gap-2 tabular-nums">
        {label}
        {price > 0 && !isFree && (
          <span className="flex items-center gap-1" aria-label={conversationT('price', { count: price })} role="img">
            {price} <CoinIcon className="size-4" />
          </span>
        )}
      </span>
    </Button>
  )
}
