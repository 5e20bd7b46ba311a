import { MessagesSquare } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { loading, type Loading } from '#web/api/load.ts'
import { ChatPanes } from '#web/features/chat/chat-panes.tsx'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { PageTitle } from '#web/shell/page-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Route } from './+types/chats'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  await query(chatsQuery())
})
export const loader = load
export const clientLoader = load

export default function Chats() {
  const t = useTranslations('chat')
  return (
    <>
      <PageTitle title={t('title')} isPrivate />
      <ChatPanes hasConversation={false}>
        <div className="grid h-full place-items-center">
          <EmptyState icon={<MessagesSquare />} title={t('choose')} />
        </div>
      </ChatPanes>
    </>
  )
}
