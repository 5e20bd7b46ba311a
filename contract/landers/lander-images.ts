const PREFIX = '/lander-images/'
const PATH = /^\/lander-images\/([0-9a-f]{32})\.webp$/

/** Returns the address of an image that an operator has uploaded. Its content never changes. */
export function landerImagePath(storageKey: string) {
  return `${PREFIX}${storageKey}.webp`
}

/** Returns whether a path is in the directory of uploaded images. */
export function isUploadPath(path: string) {
  return path.startsWith(PREFIX)
}

/** Returns the storage key of such an address; null if it is none. */
export function storageKeyOfPath(path: string) {
  return PATH.exec(path)?.[1] ?? null
}
