// Lists that grow are on other pages.
const vendor =
  /\/node_modules\/(?!.*\/(?:infiniteQueryObserver|use\w*InfiniteQuery)\.js)(?:react|react-dom|react-router|scheduler|@tanstack\/(?:query-core|react-query)|use-intl|@formatjs|lucide-react(?!\/.*\/icons\/))\//

/** Modules that a visitor's first page loads. */
const firstPage =
  /web\/(?:root|shell\/live\/live|entry\.client|shell\/layouts\/lander-layout|routes\/home|features\/home\/[\w-]+|api\/link)\.tsx$/

const visitorsPage = /web\/(?:root|entry\.client|shell\/(?:live\/live|layouts\/lander-layout)|routes\/home)\.tsx?/
const icon = /lucide-react\/.*\/icons\//

/** Modules that a member's first page loads. */
const membersPage =
  /web\/(?:shell\/layouts\/default-layout|shell\/live\/live-for-member|routes\/members|features\/(?:profiles\/tiles\/member-tiles|search\/search-(?!more|suggestions|filter-fields)[\w-]+))\.tsx?$/

/** Small parts of a member's first page that other pages share; as a file each they would be larger. */
const membersParts =
  /lucide-react\/.*\/icons\/(?:sliders-horizontal|chevron-(?:left|right))\.|web\/api\/(?:realtime\/use-realtime-event|paged-query)\.|contract\/payments\/calls\.ts|web\/(?:ui\/forms\/(?:field|control-variants)|features\/settings\/list-queries)\.|web\/shell\/(?:messages\/message-toast-rules|live\/live-for-member)|features\/chat\/(?:offline\/stored-key|realtime\/realtime)/

/** Fields of the search's filters, which a phone loads when these open, and of other forms. */
const fields =
  /web\/(?:ui\/forms\/(?:select|segmented-control|radio-group|number-range|range)|features\/settings\/place-(?:fields|options))\.|virtual:texts\/settings$/

/** What only pages with forms load: libraries, schemas, and modules next to these. */
const forms =
  /\/node_modules\/(?:zod|react-hook-form|@hookform)\/|contract\/(?:[\w/-]+schemas|ids|numbers|pages\/pages|profiles\/(?:photo-visibilities|prompts)|settings\/(?:interests|search-fields|texts))\.ts$|web\/(?:api\/forms\/use-api-form|features\/settings\/place-form-fields|features\/profiles\/form\/(?:birth-date|choice|interests|town)-fields?)\./

/** Lists that grow, which the pages where most visits begin do not have. */
const growingLists = /infiniteQueryObserver|use\w*InfiniteQuery|web\/api\/next-page/

/** Calls and values of single pages. Others belong to a first page, or are as large as a file should be. */
const smallContracts = /contract\/(?:profiles\/calls|\w+\/(?:gifts|names|profile-fields))\.ts$/

/** Where most visits begin, and all that landing pages load. They get no more than they need. */
const firstLoads =
  /web\/(?:root|entry\.client|shell\/(?:live\/live|live\/live-for-member|layouts\/(?:lander|default|visitors-allowed)[\w-]*)|routes\/(?:home|members))\.tsx?/
const landers =
  /web\/(?:shell\/layouts\/campaign-layout|routes\/(?:member-lander|lander|landing\d?)|features\/landers\/browser\/script)\.tsx?/

/** The pages of the chat, and what others load with the first event, or to send unsent messages. */
const chat =
  /web\/(?:routes\/(?:chats|chats-layout|conversation|conversation-with|share-photo)|features\/chat\/(?:(?:composer\/(?:emoji-panel|(?:date|photo|gift|voice)-popup)|voice\/voice-player)|conversation\/match-message|outbox\/sender-of-tab)|shell\/(?:install\/installed-app|live\/event-handlers|messages\/message-toasts|offline\/start))\.tsx?/

/** The operators' console: no page of members or visitors loads anything of it. */
const consolePages = /web\/routes\/operator\//

/** Slices of which several pages share small modules. */
const slices = new Set(['accounts', 'games', 'likes', 'pages', 'payments', 'profiles', 'signup'])

/** A page or layout, as React Router names its module. */
const page = /__react-router-build-client-route$/

/** A module with more code than this is a file of its own, unless one slice alone uses it. */
const SMALL_BYTES = 4000

interface ModuleGraph {
  getModuleInfo: (id: string) => {
    code: string | null
    isEntry: boolean
    importedIds: readonly string[]
    importers: readonly string[]
    dynamicImporters: readonly string[]
  } | null
}

/** Only the modules that a group names, without what they import: other pages may load that. */
const exact = { minShareCount: 2, includeDependenciesRecursively: false }

/**
 * Groups of modules that become one file each: few large files compress better than many small ones. A group
 * includes its modules' imports unless it is `exact`. `npm run size` fails where a group brings a page more
 * than it needs, or a page has too many files; the build, where two files import each other.
 */
export const chunkGroups = [
  // Frameworks change less often than our code, so a release of ours leaves this file in the cache.
  { name: consoleParts, priority: 14, includeDependenciesRecursively: false },
  { name: 'vendor', test: vendor, priority: 13 },
  { name: shellModule, minShareCount: 2, priority: 11 },
  { name: importedBy('members-shared', membersPage, membersParts, smallContracts), minShareCount: 2, priority: 10 },
  { name: sharedControl, priority: 9, includeDependenciesRecursively: false },
  { name: 'forms', test: forms, priority: 9, ...exact },
  { name: 'growing-lists', test: growingLists, priority: 9, ...exact },
  { name: partsOf, maxModuleSize: 4 * SMALL_BYTES, priority: 8, ...exact },
]

/** Names the group for modules that are imported by a matching one, and for the `others`. */
function importedBy(name: string, importer: RegExp, ...others: RegExp[]) {
  return (id: string, graph: ModuleGraph) =>
    others.some((each) => each.test(id)) || graph.getModuleInfo(id)?.importers.some((each) => importer.test(each))
      ? name
      : null
}

/**
 * Names the group of a module that several pages share: the chat, a slice, or `parts` for small
 * modules that pages of several slices use.
 */
function partsOf(id: string, graph: ModuleGraph) {
  if (!isOurs(id) && !/lucide-react\/.*\/icons\/|idb-keyval/.test(id)) return null
  const { roots: all, users } = usersOf(id, graph)
  const roots = all.filter((root) => !consolePages.test(root))
  if (roots.length === 0) return null
  if (roots.some((root) => firstLoads.test(root) || landers.test(root))) return null
  if (roots.every((root) => chat.test(root))) return 'chat-parts'
  if (roots.filter((root) => page.test(root)).length < 2) return null
  const slice = sliceOf(id)
  const isOfOneSlice = users.every((user) => sliceOf(user) === slice || /web\/routes\//.test(user))
  if (slices.has(slice) && isOfOneSlice) return `${slice}-parts`
  return isSmall(id, graph) && importsSmall(id, graph) ? 'parts' : null
}

/** Names the group of what only the console loads, so that its modules count for no other group. */
function consoleParts(id: string, graph: ModuleGraph) {
  const { roots } = usersOf(id, graph)
  return roots.length > 1 && roots.every((root) => consolePages.test(root)) ? 'console-parts' : null
}

/** Names the group of what a visitor's first page loads, with its icons: it needs none of the others. */
function shellModule(id: string, graph: ModuleGraph) {
  const isShown = icon.test(id) && usersOf(id, graph).roots.some((root) => visitorsPage.test(root))
  return isShown ? 'shell' : importedBy('shell', firstPage)(id, graph)
}

/** Names the group of fields, and of icons that many pages show; the console's pages do not count. */
function sharedControl(id: string, graph: ModuleGraph) {
  if (fields.test(id)) return 'controls'
  if (!icon.test(id)) return null
  const roots = usersOf(id, graph).roots.filter((root) => !consolePages.test(root))
  return roots.length >= 6 ? 'controls' : null
}

/** Whether a module loads nothing large with it that its pages would not load anyway. */
function importsSmall(id: string, graph: ModuleGraph) {
  const imported = new Set([id])
  for (const each of imported) {
    if (forms.test(each)) return false
    const isLoaded = usersOf(each, graph).roots.some((root) => firstLoads.test(root))
    if (!isOurs(each) || isLoaded) continue
    if (!isSmall(each, graph)) return false
    for (const next of graph.getModuleInfo(each)?.importedIds ?? []) imported.add(next)
  }
  return true
}

function isSmall(id: string, graph: ModuleGraph) {
  // Nearly all pages have the texts of errors, and many those of profiles.
  if (/web\/(?:api|i18n|ui)\/|virtual:texts\/(?:errors|profiles)$|idb-keyval/.test(id)) return true
  return (graph.getModuleInfo(id)?.code?.length ?? 0) <= SMALL_BYTES
}

function isOurs(id: string) {
  return /\/web\/(?:api|features|i18n|shell|ui)\/|\/contract\/[\w/-]+(?:calls|kinds|lengths|money|reasons|places|ideas|page-names|receipts|version|fold-name)\.ts$|virtual:texts/.test(
    id,
  )
}

function sliceOf(id: string) {
  return /(?:web\/features|virtual:texts)\/(\w+)/.exec(id)?.[1] ?? ''
}

/** The modules that load a module, and those of them that are pages or imported dynamically. */
function usersOf(id: string, graph: ModuleGraph) {
  const users = new Set([id])
  const roots: string[] = []
  for (const each of users) {
    const info = graph.getModuleInfo(each)
    if (!info) continue
    if (info.isEntry || info.dynamicImporters.length > 0) roots.push(each)
    for (const importer of info.importers) users.add(importer)
  }
  return { roots, users: [...users] }
}
