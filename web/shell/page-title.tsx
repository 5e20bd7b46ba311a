import { useQueryClient } from '@tanstack/react-query'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { documentTitle } from './document-title.ts'
import { useUnreadCounts } from './navigation/use-unread-counts.ts'

interface Props {
  title: string
  /** For search engines and link previews. */
  description?: string
  /** Keeps the page out of search engines. */
  isPrivate?: boolean
}

/** The title of the tab and the metadata for search engines. Every page renders one; React moves it to the head. */
export function PageTitle({ title, description, isPrivate = false }: Props) {
  // Read from the cache, not fetched: the error page has to work without the settings.
  const settings = useQueryClient().getQueryData(settingsQuery().queryKey)?.settings
  const { total } = useUnreadCounts()
  return (
    <>
      <title>{documentTitle({ title, siteName: settings?.name, waitingCount: total })}</title>
      {description && <meta name="description" content={description} />}
      {isPrivate && <meta name="robots" content="noindex" />}
    </>
  )
}
