import ArrowLeft from 'lucide-react/icons/arrow-left'
import { href, PrefetchPageLinks, useNavigate } from 'react-router'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from '#web/i18n/intl.tsx'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import type { ChatPartner, Conversation } from '#contract/chat/schemas.ts'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Link } from '#web/api/link.tsx'
import { SafetyLink } from '#web/features/moderation/safety/safety-link.tsx'
import { useMemberActions } from '#web/features/moderation/use-member-actions.tsx'
import { AlertDialog } from '#web/ui/overlays/lazy-overlay.tsx'
import type { MenuItem } from '#web/ui/overlays/menu-items.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { deleteChat } from '#contract/chat/calls.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { refetchChats, removeChat } from '#web/features/chat/list/chats-cache.ts'
import { allChatsKey } from '#web/features/chat/queries.ts'
import { forgetConversation } from '#web/features/chat/offline/stored-conversations.ts'
import { refetchConversations } from './conversation-cache.ts'
import { useReturnHere } from './use-return-here.ts'

interface Props {
  conversation: Conversation
  /** The viewer's balance. */
  credits: number
  /** The partner is typing, and therefore online. */
  isTyping: boolean
}

/** Head of a conversation: the partner, the viewer's credits, and a menu. */
export function ConversationHead({ conversation, credits, isTyping }: Props) {
  const t = useTranslations('chat')
  const { profile, rejection } = conversation
  const rememberConversation = useReturnHere(profile)
  return (
    <header className="flex min-h-16 items-center gap-2 border-b border-line px-2 max-[22.5rem]:gap-1 max-[22.5rem]:px-1 md:px-4">
      <IconButton label={t('back')} className="lg:hidden" render={<Link to={href('/chats')} />}>
        <ArrowLeft />
      </IconButton>
      {/* The way back must not need a connection. */}
      <PrefetchPageLinks page={href('/chats')} />
      <PartnerLink conversation={conversation} isTyping={isTyping} />
      <Link
        to={href('/credits')}
        className="target rounded-full no-underline max-[22.5rem]:hidden"
        aria-label={t('coins', { count: credits })}
        onClick={rememberConversation}
      >
        <Badge tone="soft">
          <CoinIcon className="size-4" /> <span className="tabular-nums">{credits}</span>
        </Badge>
      </Link>
      {/* A phone has it in the menu. */}
      <span className="max-sm:hidden">
        <SafetyLink />
      </span>
      <ConversationMenu conversation={conversation} isBlocked={rejection === 'blocked'} />
    </header>
  )
}

function PartnerLink({ conversation: { profile, lastSeen }, isTyping }: Omit<Props, 'credits'>) {
  const t = useTranslations('chat')
  const tileT = useTranslations('profiles.tile')
  const isOnline = profile.isOnline || isTyping
  return (
    <Link
      to={href('/members/:id', { id: profile.id })}
      prefetch="intent"
      className="flex min-w-0 grow items-center gap-3 rounded-md max-[22.5rem]:gap-2 py-1 text-text no-underline"
    >
      <span className="partner-photo flex rounded-full">
        <Avatar
          name={profile.name}
          src={profile.photo && photoUrl(profile.photo.id, 'thumb')}
          preview={profile.photo?.preview}
          onlineLabel={isOnline ? t('online') : undefined}
          isDecorative
        />
      </span>
      <span className="min-w-0">
        <h1 dir="auto" className="flex items-center gap-1 text-lg font-bold">
          <span className="truncate">
            {profile.name}, {profile.age}
          </span>
          {profile.isVerified && (
            <span className="verified text-accent-text">
              <span className="sr-only">{tileT('verified')}</span>
            </span>
          )}
        </h1>
        <FictionalLabel member={profile} />
        <PartnerState profile={profile} lastSeen={isOnline ? 'online' : lastSeen} />
      </span>
    </Link>
  )
}

/** Below the name: that the member left, when they were here, and where they live. */
function PartnerState({ profile, lastSeen }: { profile: ChatPartner; lastSeen: Conversation['lastSeen'] }) {
  const t = useTranslations('chat')
  const seenT = useTranslations('chat-conversation.lastSeen')
  const parts = profile.hasLeft ? [t('left')] : [lastSeen && seenT(lastSeen), profile.city ?? profile.region]
  const [first, ...others] = parts.filter(Boolean)
  return (
    // One line: the place moves to a second one, which is cut off, where both do not fit.
    <span className="flex h-[1lh] flex-wrap gap-x-1 overflow-hidden text-sm text-text-muted">
      <span className="max-w-full truncate">{first}</span>
      {others.map((part) => (
        <span key={part} className="max-w-full truncate">
          · {part}
        </span>
      ))}
    </span>
  )
}

interface ConversationMenuProps {
  conversation: Pick<Conversation, 'id' | 'profile' | 'lastSeq'>
  isBlocked: boolean
}

/** Menu of a conversation: delete or block, each after a question, report, and the way to the safety page. */
function ConversationMenu({ conversation: { id, profile, lastSeq }, isBlocked }: ConversationMenuProps) {
  const t = useTranslations('chat')
  const common = useTranslations('common')
  const moderation = useTranslations('moderation')
  const [isAsking, setIsAsking] = useState(false)
  const deleteConversation = useDeleteChat()
  const { items, dialogs } = useMemberActions({ ...profile, isBlocked })
  const deletion: MenuItem = {
    kind: 'action',
    label: t('delete.action'),
    icon: <Trash2 />,
    tone: 'danger',
    onSelect: () => setIsAsking(true),
  }
  const safety: MenuItem = {
    kind: 'link',
    label: moderation('safety'),
    icon: <ShieldCheck />,
    render: <Link to={href('/notifications/safety')} />,
  }
  return (
    <>
      <Menu
        label={common('more')}
        trigger={
          <IconButton label={common('more')}>
            <EllipsisVertical />
          </IconButton>
        }
        items={[...(id === null ? [] : [deletion]), ...items, safety]}
      />
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('delete.title')}
        description={t('delete.text', { name: profile.name })}
        confirmLabel={common('delete')}
        cancelLabel={common('cancel')}
        tone="danger"
        onConfirm={() => {
          setIsAsking(false)
          if (id !== null) deleteConversation({ conversation: id, seq: lastSeq })
        }}
      />
      {dialogs}
    </>
  )
}

interface DeletedChat {
  conversation: string
  /** The last message that this client has seen: one that arrives meanwhile stays, and stays unread. */
  seq: number
}

/** Removes a conversation from the list, then on the server; a failure alerts and refetches (CHAT-12). */
function useDeleteChat() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const showError = useErrorToast()
  const memberId = useUser()?.profile.id
  const { mutate } = useMutation({
    mutationFn: ({ conversation, seq }: DeletedChat) =>
      call(deleteChat, { body: { conversation, ...(seq > 0 && { seq }) } }),
    onMutate: async ({ conversation }) => {
      await client.cancelQueries({ queryKey: allChatsKey })
      removeChat(client, conversation)
      await navigate(href('/chats'), { replace: true })
    },
    // Not before: if the server does not agree, the conversation stays, also without a connection.
    onSuccess: (_reply, { conversation }) => memberId && forgetConversation(memberId, { conversationId: conversation }),
    onError: showError,
    onSettled: () => {
      refetchConversations(client)
      return refetchChats(client)
    },
  })
  return mutate
}
