import { ArrowLeft, EllipsisVertical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { photoUrl } from '#contract/profiles.ts'
import type { Conversation } from '#contract/chat.ts'
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useDeleteChat } from './use-delete-chat.ts'

/** Who it is, the coins that are left, and what can be done with the conversation. */
export function ConversationHead({
  conversation: { id, profile },
  credits,
}: {
  conversation: Conversation
  credits: number
}) {
  const t = useTranslations('chat')
  const common = useTranslations('common')
  const [isAsking, setIsAsking] = useState(false)
  const remove = useDeleteChat()
  return (
    <header className="flex min-h-16 items-center gap-2 border-b border-line px-2 md:px-4">
      <IconButton label={t('back')} className="lg:hidden" render={<Link to={href('/chats')} />}>
        <ArrowLeft />
      </IconButton>
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
          <span className="block truncate text-sm text-text-muted">
            {profile.hasLeft ? t('left') : (profile.city ?? profile.region)}
          </span>
        </span>
      </Link>
      <Link
        to={href('/credits')}
        className="target rounded-full no-underline"
        aria-label={t('coins', { count: credits })}
      >
        <Badge tone={credits === 0 ? 'danger' : 'soft'}>
          <CoinIcon className="size-4" /> <span className="tabular-nums">{credits}</span>
        </Badge>
      </Link>
      {id !== null && (
        <Menu
          label={common('more')}
          trigger={
            <IconButton label={common('more')}>
              <EllipsisVertical />
            </IconButton>
          }
          items={[
            {
              kind: 'action',
              label: t('delete.action'),
              icon: <Trash2 />,
              tone: 'danger',
              onSelect: () => setIsAsking(true),
            },
          ]}
        />
      )}
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
          if (id !== null) remove(id)
        }}
      />
    </header>
  )
}
