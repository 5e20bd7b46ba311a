import MessagesSquare from 'lucide-react/icons/messages-square'
import { LastOpened } from '#web/features/chat/list/last-opened.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

/** The list of conversations, from the layout; beside it, on wide screens, the way to the last opened one. */
export default function Chats() {
  const t = useTranslations('chat')
  return (
    <>
      <PageTitle title={t('title')} isPrivate />
      <div className="grid h-full place-items-center">
        <EmptyState icon={<MessagesSquare />} title={t('choose')} actions={<LastOpened />} />
      </div>
    </>
  )
}
