import { ArrowLeft } from 'lucide-react'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { photoUrl } from '#contract/profiles.ts'
import type { ChatPartner, Conversation } from '#contract/chat.ts'
import { FictionalLabel } from '#web/features/profiles/fictional-label.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { ConversationMenu } from './conversation-menu.tsx'

interface Props {
  conversation: Conversation
  /** The viewer's balance. */
  credits: number
}

/** Head of a conversation: the partner, the viewer's credits, and a menu. */
export function ConversationHead({ conversation: { id, profile }, credits }: Props) {
  const t = useTranslations('chat')
  return (
    <header className="flex min-h-16 items-center gap-2 border-b border-line px-2 md:px-4">
      <IconButton label={t('back')} className="lg:hidden" render={<Link to={href('/chats')} />}>
        <ArrowLeft />
      </IconButton>
      <PartnerLink profile={profile} />
      <Link
        to={href('/credits')}
        className="target rounded-full no-underline"
        aria-label={t('coins', { count: credits })}
      >
        <Badge tone={credits === 0 ? 'danger' : 'soft'}>
          <CoinIcon className="size-4" /> <span className="tabular-nums">{credits}</span>
        </Badge>
      </Link>
      {id !== null && <ConversationMenu conversationId={id} partnerName={profile.name} />}
    </header>
  )
}

function PartnerLink({ profile }: { profile: ChatPartner }) {
  const t = useTranslations('chat')
  return (
    <Link
      to={href('/members/:id', { id: profile.id })}
      prefetch="intent"
      className="flex min-w-0 grow items-center gap-3 rounded-md py-1 text-text no-underline"
    >
      <Avatar
        name={profile.name}
        src={profile.photo && photoUrl(profile.photo.id, 'thumb')}
        thumbhash={profile.photo?.thumbhash}
        onlineLabel={profile.isOnline ? t('online') : undefined}
        isDecorative
      />
      <span className="min-w-0">
        <h1 className="truncate text-lg font-bold">
          {profile.name}, {profile.age}
        </h1>
        <FictionalLabel member={profile} />
        <span className="block truncate text-sm text-text-muted">
          {profile.hasLeft ? t('left') : (profile.city ?? profile.region)}
        </span>
      </span>
    </Link>
  )
}
