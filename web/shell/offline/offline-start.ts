/** What the offline page carries for its script and for the service worker. */
export interface OfflineStart {
  /** Paths of everything that the pages of the chat can ask for. */
  files: string[]
  /** The script with the table of routes. */
  manifestUrl: string
  /** What React Router writes into a page that the server renders. */
  routerContext: object
}

/** Ids of elements; the service worker repeats the first. */
export const START_ID = 'offline-start'
export const CONTENT_ID = 'content'

/** In front of the paths of files that this page asks for, by which the service worker knows them. */
export const FILES_PREFIX = '/offline'
