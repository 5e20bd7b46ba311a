// Lists that grow are on other pages.
const vendor =
  /\/node_modules\/(?!.*\/(?:infiniteQueryObserver|use\w*InfiniteQuery)\.js)(?:react|react-dom|react-router|scheduler|@tanstack\/(?:query-core|react-query)|use-intl|@formatjs)\//

/** Modules that a visitor's first page loads. */
const firstPage =
  /web\/(?:root|shell\/live|entry\.client|shell\/layouts\/lander-layout|routes\/home|features\/home\/[\w-]+|api\/link)\.tsx$/

/** Modules that a member's first page loads. */
const membersPage =
  /web\/(?:shell\/layouts\/default-layout|shell\/live-for-member|routes\/members|features\/(?:profiles\/member-tiles|search\/search-(?!more|suggestions)[\w-]+))\.tsx?$/

/** Small parts of a member's first page that other pages of members use too; each as a file of its own would be larger. */
const membersParts =
  /lucide-react\/.*\/icons\/(?:search-x|sliders-horizontal|chevron-(?:left|right))\.|web\/api\/use-realtime-event|contract\/payments\.ts/

interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null
}

/**
 * Groups of modules that become one file each: few larger files compress better than many small ones. What a group's
 * modules import belongs to it too. `npm run size` fails where a group brings a page more than the page needs.
 */
export const chunkGroups = [
  // The script of the landing pages uses it too, and must not bring the frameworks for it.
  { name: 'safe-storage', test: /web\/api\/safe-storage\.ts$/, priority: 5 },
  // Frameworks change less often than our code, so a release of ours leaves this file in the cache.
  { name: 'vendor', test: vendor, priority: 4 },
  // Icons have one importer, the library's index, so they cannot be grouped by page.
  { name: 'icons', test: /lucide-react\/.*\/icons\//, minShareCount: 6, priority: 3 },
  { name: importedBy('shell', firstPage), minShareCount: 2, priority: 2 },
  { name: importedBy('members-shared', membersPage), minShareCount: 2, priority: 1 },
  { name: 'members-shared', test: membersParts, priority: 0 },
]

/** Names the group for modules that are imported by a matching one. */
function importedBy(name: string, importer: RegExp) {
  return (id: string, graph: ModuleGraph) =>
    graph.getModuleInfo(id)?.importers.some((each) => importer.test(each)) ? name : null
}
