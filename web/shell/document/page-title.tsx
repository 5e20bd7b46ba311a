import { useQueryClient } from '@tanstack/react-query'
import { readCached } from '#web/api/use-cached.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import type { IndexedPath } from '#contract/pages/page-names.ts'
import { documentTitle } from './document-title.ts'
import { useUnreadCounts } from '#web/shell/navigation/use-unread-counts.ts'

/** Null in the browser: what only search engines and link previews read is in the HTML of the server. */
const discovery = import.meta.env.SSR ? await import('#web/shell/discovery.tsx') : null

interface Props {
  title: string
  /** For search engines and link previews. */
  description?: string | undefined
  /** Keeps the page out of search engines. */
  isPrivate?: boolean
  /** Address of a page that search engines may show. */
  path?: IndexedPath
}

/** The tab's title and metadata for search engines. Each page renders one; React moves it to the head. */
export function PageTitle({ title, description, isPrivate = false, path }: Props) {
  // Read from the cache, not fetched: the error page has to work without the settings.
  const site = readCached(useQueryClient(), settingsQuery())
  const { total } = useUnreadCounts()
  return (
    <>
      <title>{documentTitle({ title, siteName: site?.settings.name, waitingCount: total })}</title>
      {description && <meta name="description" content={description} />}
      {discovery && !description && site && (
        <discovery.SiteDescription description={site.settings.description} siteName={site.settings.name} />
      )}
      {discovery && path && site && (
        <discovery.Discovery
          path={path}
          title={title}
          description={description ?? title}
          siteUrl={site.url}
          siteName={site.settings.name}
        />
      )}
      {isPrivate && <meta name="robots" content="noindex" />}
    </>
  )
}
