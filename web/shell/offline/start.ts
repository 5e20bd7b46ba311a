import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { storedKey } from '#web/features/chat/offline/stored-key.ts'
import { DISCOVERY } from '#web/features/chat/offline/stored-lists.ts'
import { readConversation } from '#web/features/chat/offline/stored-conversations.ts'
import { readStart, type StartEntry } from '#web/features/chat/offline/stored-start.ts'
import { parseCookies } from '#web/i18n/request-preferences.ts'
import { isTheme, THEME_COOKIE } from '#web/shell/document/theme.ts'
import { encodeState } from './encode-state.ts'
import { documentPage, missingPage, storedPage, type OfflineTexts } from './offline-pages.tsx'
import { CHATS, offlineRouteOf, storedSearchPath, type OfflineRoute } from './offline-routes.ts'
import { missingKindOf } from './missing-kinds.ts'
import { CONTENT_ID, FILES_PREFIX, START_ID, UPDATED_ID, type OfflineStart } from './offline-start.ts'
import { routeAt, type TableRoute } from './route-at.ts'
import { whenReachable } from './when-reachable.ts'

/*
 * The script of the offline page. It starts the app with what the device has stored: it writes into the
 * document what the server would have, and runs the entry of the app. A page of which nothing is stored says
 * between the bars what is missing. Without a stored member the document stays as it is. Links to other pages
 * than those of the chat load the document of that page.
 */

interface Manifest {
  entry: { module: string }
  routes: Record<string, (TableRoute & { module: string; hasLoader?: boolean }) | undefined>
}

interface RouterWindow {
  __reactRouterManifest?: Manifest
  __reactRouterContext?: object
  __reactRouterRouteModules?: Record<string, unknown>
  /** Used by `web/entry.client.tsx`. */
  renderDocument?: (container: Document, page: ReactNode) => void
}

/** Layouts with the bars of the app, whose code the device has. */
const barLayouts = ['shell/layouts/default-layout', 'shell/layouts/chat-layout']
/** Those within them. */
const innerLayouts = ['shell/layouts/members-only', 'shell/layouts/visitors-allowed']
/** They know without help what is stored, and open without a new document. */
const chatRoutes = ['routes/chats-layout', 'routes/chats', 'routes/conversation', 'routes/conversation-with']

type Stored = NonNullable<Awaited<ReturnType<typeof readStart>>>
type RouteModule = Parameters<typeof storedPage>[0]

await start().catch(showOfflinePage)

async function start() {
  applyTheme()
  const stored = await readStart()
  if (!stored) return showOfflinePage()
  openFirstPage(stored)
  const page = JSON.parse(document.getElementById(START_ID)?.textContent ?? '') as OfflineStart
  await import(/* @vite-ignore */ `${FILES_PREFIX}${page.manifestUrl}`)
  const manifest = prefixed((window as RouterWindow).__reactRouterManifest)
  const match = routeAt(tableOf(manifest), location.pathname)
  if (!match || !barLayouts.some((layout) => match.ids.includes(layout))) return showOfflinePage()
  const { ids, params } = match
  const address = location.pathname + location.search
  const route = offlineRouteOf({ id: ids.at(-1) ?? '', params, address }, stored.entries)
  const entries = route && (await entriesOf(route, stored))
  const modules = entries ? await modulesOf(manifest, ids, route) : await modulesWithMissingPage(manifest, ids)
  await startApp({ page, manifest, modules, entries: entries ?? startEntries(stored) })
}

/** An installed app starts at the home page, which leads members on to what they can use now. */
function openFirstPage({ entries }: Stored) {
  const { pathname, search: query, hash } = location
  if (pathname.endsWith('/') && pathname !== '/')
    history.replaceState(null, '', pathname.replace(/\/+$/, '') + query + hash)
  const hasChats = hasAll(entries, [CHATS])
  if (hasChats)
    for (const element of document.querySelectorAll('[data-needs-messages]')) element.removeAttribute('hidden')
  if (location.pathname === '/') history.replaceState(null, '', hasChats ? '/chats' : '/members')
  // The search shows the last one that was loaded, unless the address names another.
  const search = storedSearchPath(entries)
  if (search && location.pathname === '/members' && !location.search) history.replaceState(null, '', search)
}

function hasAll(entries: readonly StartEntry[], required: readonly StartEntry[0][]) {
  const keys = new Set(entries.map(([key]) => JSON.stringify(key)))
  return required.every((key) => keys.has(JSON.stringify(key)))
}

/** Without the rows of members where nothing says how old they are. */
function startEntries({ entries }: Stored): StartEntry[] {
  const ofPage = location.pathname === '/members' ? entries : entries.filter(([[path]]) => path !== DISCOVERY)
  return [...ofPage, [storedKey, true, Date.now()]]
}

/** Returns the state of the query cache for a page, or null if the device has not all of it. */
async function entriesOf(route: OfflineRoute, stored: Stored) {
  const all = startEntries(stored)
  const { conversation, requires = [] } = route
  if (!hasAll(all, requires)) return null
  if (!conversation) return all
  const open = await readConversation(stored.memberId, conversation.ids)
  // Without a time: it is outdated, so that it is fetched as soon as that is possible.
  return open && [...all, [conversation.key, open, 0] satisfies StartEntry]
}

type Modules = [id: string, module: unknown][]

async function modulesOf(manifest: Manifest, ids: readonly string[], { requires: keys, needsNote }: OfflineRoute) {
  const modules = await Promise.all(ids.map((id) => moduleOf(manifest, id)))
  const page = modules.at(-1)
  if (page && keys && needsNote) modules.splice(-1, 1, storedPage(page, { texts: textsOf(), keys }))
  return ids.map((id, index): Modules[number] => [id, modules[index]])
}

/** Returns the modules of the layouts, and in place of the page one that says what is missing. */
async function modulesWithMissingPage(manifest: Manifest, ids: readonly string[]): Promise<Modules> {
  const within = ids.findIndex((id) => id !== 'root' && ![...barLayouts, ...innerLayouts].includes(id))
  const around = ids.slice(0, within)
  const modules = await Promise.all(around.map((id) => moduleOf(manifest, id)))
  const texts = textsOf()
  return [
    ...around.map((id, index): Modules[number] => [id, modules[index]]),
    ...ids.slice(within).map((id): Modules[number] => {
      return [id, missingPage(texts, { hasLoader: manifest.routes[id]?.hasLoader === true })]
    }),
  ]
}

/** Returns a module for each route whose pages open as new documents. */
function documentPages({ routes }: Manifest): Modules {
  const usual = new Set(['root', ...barLayouts, ...innerLayouts, ...chatRoutes])
  return Object.keys(routes)
    .filter((id) => !usual.has(id))
    .map((id) => [id, documentPage])
}

/** Returns what this document says. */
function textsOf(): OfflineTexts {
  showSentence()
  const content = document.getElementById(CONTENT_ID)
  return {
    title: document.title,
    message: content?.innerHTML ?? '',
    updated: document.getElementById(UPDATED_ID)?.textContent ?? '',
  }
}

interface App {
  page: OfflineStart
  manifest: Manifest
  modules: Modules
  entries: StartEntry[]
}

async function startApp({ page, manifest, modules, entries }: App) {
  const router = window as RouterWindow
  router.__reactRouterManifest = manifest
  router.__reactRouterRouteModules = Object.fromEntries([...documentPages(manifest), ...modules])
  const stream = new Response(encodeState(modules.map(([id]) => id))).body
  router.__reactRouterContext = { ...page.routerContext, stream }
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

function tableOf({ routes }: Manifest) {
  return Object.values(routes).filter((route) => route !== undefined)
}

async function moduleOf({ routes }: Manifest, id: string): Promise<RouteModule> {
  const route = routes[id]
  if (!route) throw new Error(`no route ${id}`)
  return import(/* @vite-ignore */ route.module) as Promise<RouteModule>
}

/** Applies the theme that the visitor has chosen since the page was stored. */
function applyTheme() {
  const { dataset } = document.documentElement
  const theme = parseCookies(document.cookie).get(THEME_COOKIE)
  if (isTheme(theme) && theme !== 'system') dataset['theme'] = theme
  else delete dataset['theme']
}

/** Shows the sentence about the page at this address. */
function showSentence() {
  document.querySelector(`[data-missing=${missingKindOf(location.pathname)}]`)?.removeAttribute('hidden')
}

function showOfflinePage() {
  showSentence()
  const content = document.getElementById(CONTENT_ID)
  if (content) content.style.animation = 'none'
  whenReachable(() => location.reload())
}
