import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useSyncExternalStore, type ComponentType } from 'react'
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

interface RouteModule {
  default: ComponentType
}

/** Returns the module of a page that says what is missing without a connection, and opens by itself later. */
export function missingPage(texts: OfflineTexts) {
  return {
    default: () => <MissingPage texts={texts} />,
    // Returning to it asks the site.
    clientLoader({ request: { url } }: { request: Request }) {
      if (url === location.href) location.reload()
      else location.assign(url)
      return new Promise(() => {})
    },
  }
}

/** Returns the module of a page that shows what these queries loaded last, and when that was. */
export function storedPage(module: RouteModule, { texts, keys }: { texts: OfflineTexts; keys: readonly QueryKey[] }) {
  const { default: Page } = module
  const startedAt = Date.now()
  return {
    ...module,
    default: () => (
      <>
        <StoredNote texts={texts} keys={keys} startedAt={startedAt} />
        <Suspense fallback={<MissingPage texts={texts} />}>
          <Page />
        </Suspense>
      </>
    ),
  }
}

function MissingPage({ texts: { title, message } }: { texts: OfflineTexts }) {
  useEffect(() => whenReachable(() => location.reload()), [])
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
  startedAt: number
}

function StoredNote({ texts: { title, updated }, keys, startedAt }: NoteProps) {
  const client = useQueryClient()
  const format = useFormatter()
  const storedAt = useSyncExternalStore(
    useCallback((onChange: () => void) => client.getQueryCache().subscribe(onChange), [client]),
    () => Math.min(...keys.map((key) => client.getQueryState(key)?.dataUpdatedAt ?? 0)),
  )
  const isRenewed = storedAt > startedAt
  useEffect(() => (isRenewed ? undefined : whenReachable(() => void client.invalidateQueries())), [client, isRenewed])
  if (isRenewed) return null
  const time = format.dateTime(new Date(storedAt), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Alert tone="warning" title={title} className="mb-6">
      {updated.replace(TIME_PLACEHOLDER, time)}
    </Alert>
  )
}
