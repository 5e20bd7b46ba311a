import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { storedKey } from '#web/features/chat/offline/stored-key.ts'
import { readConversation } from '#web/features/chat/offline/stored-conversations.ts'
import { readStart, type StartEntry } from '#web/features/chat/offline/stored-start.ts'
import { parseCookies } from '#web/i18n/request-preferences.ts'
import { isTheme, THEME_COOKIE } from '#web/shell/document/theme.ts'
import { encodeState } from './encode-state.ts'
import { offlineRouteOf, type OfflineRoute } from './offline-routes.ts'
import { missingKindOf } from './missing-kinds.ts'
import { CONTENT_ID, FILES_PREFIX, START_ID, type OfflineStart } from './offline-start.ts'

/*
 * The script of the offline page. It starts a page with what the device has stored: it writes
 * into the document what the server would have, and runs the entry of the app. Other pages stay offline.
 */

interface Manifest {
  entry: { module: string }
  routes: Record<string, { module: string; parentId?: string } | undefined>
}

interface RouterWindow {
  __reactRouterManifest?: Manifest
  __reactRouterContext?: object
  __reactRouterRouteModules?: Record<string, unknown>
  /** Used by `web/entry.client.tsx`. */
  renderDocument?: (container: Document, page: ReactNode) => void
}

const ASK_EVERY_MS = 60_000

/** Whether another page is being loaded in place of this one. */
let isLeaving = false

await start().catch(showOfflinePage)

async function start() {
  applyTheme()
  const stored = await readStart()
  if (stored)
    for (const element of document.querySelectorAll('[data-needs-messages]')) element.removeAttribute('hidden')
  // An installed app starts at the home page, which leads members on to what they can use now.
  if (stored && location.pathname === '/') history.replaceState(null, '', '/chats')
  const route = offlineRouteOf(location.pathname)
  const entries = stored && route && (await entriesOf(route, stored))
  if (entries) await startApp(route, entries)
  else showOfflinePage()
}

/** Returns the state of the query cache for a page, or null if the device has not all of it. */
async function entriesOf(
  { conversation, requires }: OfflineRoute,
  { memberId, entries }: { memberId: string; entries: StartEntry[] },
) {
  const all: StartEntry[] = [...entries, [storedKey, true, Date.now()]]
  if (requires && !entries.some(([key]) => JSON.stringify(key) === JSON.stringify(requires))) return null
  if (!conversation) return all
  const open = await readConversation(memberId, conversation.ids)
  // Without a time: it is outdated, so that it is fetched as soon as that is possible.
  return open && [...all, [conversation.key, open, 0] satisfies StartEntry]
}

async function startApp({ id }: OfflineRoute, entries: StartEntry[]) {
  const page = JSON.parse(document.getElementById(START_ID)?.textContent ?? '') as OfflineStart
  const router = window as RouterWindow
  await import(/* @vite-ignore */ `${FILES_PREFIX}${page.manifestUrl}`)
  const manifest = prefixed(router.__reactRouterManifest)
  router.__reactRouterManifest = manifest
  const ids = chainOf(manifest, id)
  const modules = await Promise.all(
    ids.map(async (each): Promise<[string, unknown]> => [
      each,
      await import(/* @vite-ignore */ moduleOf(manifest, each)),
    ]),
  )
  router.__reactRouterRouteModules = Object.fromEntries(modules)
  router.__reactRouterContext = { ...page.routerContext, stream: new Response(encodeState(ids)).body }
  router.renderDocument = (container, app) => createRoot(container).render(app)
  const { dataset } = document.documentElement
  dataset['now'] = String(Date.now())
  dataset['timeZone'] = Intl.DateTimeFormat().resolvedOptions().timeZone
  const state = writeState(entries)
  await import(/* @vite-ignore */ manifest.entry.module)
  state.remove()
}

/** Returns the table of routes with the files at the paths that the service worker answers. */
function prefixed(manifest: Manifest | undefined) {
  if (!manifest) throw new Error('no table of routes')
  return JSON.parse(JSON.stringify(manifest).replaceAll('"/assets/', `"${FILES_PREFIX}/assets/`)) as Manifest
}

/** Writes the element that `restoreServerState` reads. */
function writeState(entries: StartEntry[]) {
  const element = document.createElement('script')
  element.id = 'server-state'
  element.type = 'application/json'
  element.textContent = JSON.stringify(entries)
  document.body.append(element)
  return element
}

/** Returns a route and those around it, the outermost first. */
function chainOf({ routes }: Manifest, id: string) {
  const ids: string[] = []
  for (let each: string | undefined = id; each; each = routes[each]?.parentId) ids.unshift(each)
  return ids
}

function moduleOf({ routes }: Manifest, id: string) {
  const route = routes[id]
  if (!route) throw new Error(`no route ${id}`)
  return route.module
}

/** Applies the theme that the visitor has chosen since the page was stored. */
function applyTheme() {
  const { dataset } = document.documentElement
  const theme = parseCookies(document.cookie).get(THEME_COOKIE)
  if (isTheme(theme) && theme !== 'system') dataset['theme'] = theme
  else delete dataset['theme']
}

function showOfflinePage() {
  document.querySelector(`[data-missing=${missingKindOf(location.pathname)}]`)?.removeAttribute('hidden')
  const content = document.getElementById(CONTENT_ID)
  if (content) content.style.animation = 'none'
  addEventListener('beforeunload', () => (isLeaving = true))
  // The page may come back from the memory of the browser.
  addEventListener('pageshow', () => (isLeaving = false))
  addEventListener('online', reload)
  // Where the device has a connection and the site was unreachable, no event reports the end of it.
  setInterval(() => void reloadIfReachable(), ASK_EVERY_MS)
}

async function reloadIfReachable() {
  if (document.visibilityState === 'hidden') return
  const reply = await fetch('/health').catch(() => null)
  if (reply?.ok) reload()
}

/** Opens the page again, unless that would cancel the link that the visitor has just followed. */
function reload() {
  if (!isLeaving) location.reload()
}
