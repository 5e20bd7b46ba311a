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
/** The sentence above a page that shows what was loaded before, with a placeholder for when that was. */
export const UPDATED_ID = 'offline-updated'
export const TIME_PLACEHOLDER = '%time%'

/** Classes of the message, in this document and in the app. */
export const contentClasses =
  'mx-auto grid min-h-[80dvh] max-w-form content-center justify-items-center gap-4 p-4 text-center'

/** In front of the paths of files that this page asks for, by which the service worker knows them. */
export const FILES_PREFIX = '/offline'
