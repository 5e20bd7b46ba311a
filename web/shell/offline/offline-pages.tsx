import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useLayoutEffect, useSyncExternalStore, type ComponentType } from 'react'
import { createPath, useLocation } from 'react-router'
import { SECOND } from '#contract/time.ts'
import { navigationTarget } from '#web/api/navigation-target.ts'
import { useFormatter } from '#web/i18n/intl.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { contentClasses, TIME_PLACEHOLDER } from './offline-start.ts'
import { whenReachable } from './when-reachable.ts'

/** What the offline page says, in the language in which it is stored: the app does not load these texts. */
export interface OfflineTexts {
  title: string
  /** The whole message, with what is missing at this address. */
  message: string
  updated: string
}

/** A connection that returned before the page listened is noticed soon. */
const FIRST_ASK_MS = 5 * SECOND

type ClientLoader = (args: { request: Request }) => unknown

interface RouteModule {
  default: ComponentType
  clientLoader?: ClientLoader
}

/** A page that opens as a new document: its own code in this one would show stored data as if it were new. */
export const documentPage: RouteModule = { default: () => null, clientLoader: openDocument }

/** Returns the module of a page that says what is missing without a connection, and opens by itself later. */
export function missingPage(texts: OfflineTexts, { hasLoader }: { hasLoader: boolean }): RouteModule {
  return {
    default: () => <MissingPage texts={texts} />,
    // Returning to it asks the site. Of a route without a loader React Router would run it at the start.
    ...(hasLoader && { clientLoader: openDocument }),
  }
}

/** Returns the module of a page that shows what these queries loaded last, and when that was. */
export function storedPage(
  module: RouteModule,
  { texts, keys }: { texts: OfflineTexts; keys: readonly QueryKey[] },
): RouteModule {
  const { default: Page, clientLoader } = module
  const { pathname, search } = location
  const start = { address: pathname + search, at: Date.now() }
  return {
    ...module,
    clientLoader: (args) => (new URL(args.request.url).pathname === pathname ? clientLoader?.(args) : openDocument()),
    default: () => (
      <>
        <StoredNote texts={texts} keys={keys} start={start} />
        <Suspense fallback={<MissingPage texts={texts} />}>
          <Page />
        </Suspense>
      </>
    ),
  }
}

/** Loads the document of the page that the router is on its way to, or of this one. Never resolves. */
function openDocument() {
  const target = navigationTarget()
  const { href } = target ? new URL(createPath(target), location.href) : location
  // A page restored from the back/forward cache would wait forever.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  if (href === location.href) location.reload()
  else location.assign(href)
  return new Promise<never>(() => {})
}

function MissingPage({ texts: { title, message } }: { texts: OfflineTexts }) {
  // It listens as soon as it is seen.
  useLayoutEffect(() => whenReachable(() => location.reload()), [])
  return (
    <>
      <PageTitle title={title} isPrivate />
      {/* eslint-disable-next-line react/no-danger -- The server has rendered it in this document. */}
      <div className={contentClasses} dangerouslySetInnerHTML={{ __html: message }} />
    </>
  )
}

interface NoteProps {
  texts: OfflineTexts
  keys: readonly QueryKey[]
  start: { address: string; at: number }
}

/** Is shown until the page is loaded again, and at no other address of it. */
function StoredNote({ texts: { title, updated }, keys, start }: NoteProps) {
  const client = useQueryClient()
  const format = useFormatter()
  const storedAt = useSyncExternalStore(
    useCallback((onChange: () => void) => client.getQueryCache().subscribe(onChange), [client]),
    () => Math.min(...keys.map((key) => client.getQueryState(key)?.dataUpdatedAt ?? 0)),
  )
  const { pathname, search } = useLocation()
  const isShown = storedAt <= start.at && pathname + search === start.address
  useEffect(() => {
    if (!isShown) return
    return whenReachable(() => void client.invalidateQueries(), { firstAskMs: FIRST_ASK_MS })
  }, [client, isShown])
  if (!isShown) return null
  const time = format.dateTime(new Date(storedAt), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Alert tone="warning" title={title} className="mb-6">
      {updated.replace(TIME_PLACEHOLDER, time)}
    </Alert>
  )
}
