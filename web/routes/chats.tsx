import MessagesSquare from 'lucide-react/icons/messages-square'
import { Suspense } from 'react'
import { useLoaded } from '#web/api/use-cached.ts'
import { LastOpened } from '#web/features/chat/list/last-opened.tsx'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { breakpoints, useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'

const PeopleToWriteTo = lazyPart(
  async () => (await import('#web/features/games/people-to-write-to.tsx')).PeopleToWriteTo,
)

/**
 * The list of conversations, from the layout. Beside it, on wide screens: the way to the last opened one, and
 * members to write to, who are fetched after the page. Without conversations the list says what to do.
 */
export default function Chats() {
  const t = useTranslations('chat')
  const { chats } = useLoaded(chatsQuery())
  const isWide = useMediaQuery(breakpoints.lg)
  return (
    <>
      <PageTitle title={t('title')} isPrivate />
      <div className="h-full overflow-y-auto">
        {chats.length > 0 && <EmptyState icon={<MessagesSquare />} title={t('choose')} actions={<LastOpened />} />}
        {isWide && (
          <Suspense>
            <PeopleToWriteTo />
          </Suspense>
        )}
      </div>
    </>
  )
}
