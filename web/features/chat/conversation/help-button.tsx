import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ChatPartner } from '#contract/chat/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { useUnblock } from '#web/features/moderation/use-block.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import type { SendingHelp } from './sending-help.ts'
import { useReturnHere } from './use-return-here.ts'

interface Props {
  help: SendingHelp
  profile: Pick<ChatPartner, 'id' | 'name' | 'photo'>
  /** Beside something that is offered first. */
  isQuiet?: boolean
  /** In place of the button that sends. */
  isWide?: boolean
  /** Called when a press leads away, after the conversation was stored as the place to go back to. */
  onLeave?: (() => void) | undefined
}

/** Helps when a message cannot be sent. Buying credits or premium leads back to this conversation. */
export function HelpButton({ help, profile, isQuiet = false, isWide = false, onLeave }: Props) {
  const t = useTranslations('chat-conversation.help')
  const unblock = useUnblock()
  const rememberConversation = useReturnHere(profile)
  function leave() {
    rememberConversation()
    onLeave?.()
  }
  switch (help) {
    case 'credits':
      return (
        <Button
          size={isWide ? 'md' : 'sm'}
          isWide={isWide}
          icon={<CoinIcon />}
          render={<Link to={href('/credits')} prefetch="intent" onClick={leave} />}
        >
          {t('credits')}
        </Button>
      )
    case 'premium':
      return (
        <Button
          size="sm"
          variant={isQuiet ? 'ghost' : 'primary'}
          render={<Link to={href('/premium')} prefetch="intent" onClick={leave} />}
        >
          {t('premium')}
        </Button>
      )
    case 'unblock':
      return (
        <Button size="sm" isPending={unblock.isPending} onClick={() => unblock.mutate(profile.id)}>
          {t('unblock', { name: profile.name })}
        </Button>
      )
    case 'age':
      return (
        <Button size="sm" render={<Link to={href('/age-check')} />}>
          {t('age')}
        </Button>
      )
    case 'search':
      return (
        <Button size="sm" variant="outline" render={<Link to={href('/members')} prefetch="intent" />}>
          {t('search')}
        </Button>
      )
  }
}
