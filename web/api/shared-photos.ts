/*
 * Photos that the member shared with the installed app from another program. The service worker receives and
 * stores them (`keepShared` in web/public/service-worker.js), because the page that shows them loads later.
 */

const CACHE = 'shared'

/** In the query of a page that takes them. */
export const SHARED_QUERY = 'shared'

/** Returns the shared photos, which stay until they are taken. */
export async function readSharedPhotos(): Promise<File[]> {
  try {
    const cache = await caches.open(CACHE)
    const responses = await Promise.all((await cache.keys()).map((request) => cache.match(request)))
    return await Promise.all(responses.flatMap((response) => (response ? [fileOf(response)] : [])))
  } catch {
    // The browser blocks site data or has no caches: then it has no service worker either.
    return []
  }
}

/** Returns the shared photos and removes them from the device: they are in the form that sends them now. */
export async function removeSharedPhotos() {
  const files = await readSharedPhotos()
  if (files.length > 0) await caches.delete(CACHE)
  return files
}

async function fileOf(response: Response) {
  const blob = await response.blob()
  return new File([blob], decodeURIComponent(response.headers.get('x-name') ?? ''), { type: blob.type })
}
