import type { ListedFile } from './storage.ts'

/**
 * Reads one page of a listing (ListObjectsV2). Our keys have no character that XML escapes; a token of the
 * next page can have one.
 */
export function readListing(xml: string): { files: ListedFile[]; next: string | null } {
  const files = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, inside = '']) => {
    const [key, modified] = [valueOf(inside, 'Key'), valueOf(inside, 'LastModified')]
    return key === null || modified === null ? [] : [{ key, modifiedAt: new Date(modified) }]
  })
  return { files, next: valueOf(xml, 'IsTruncated') === 'true' ? valueOf(xml, 'NextContinuationToken') : null }
}

function valueOf(xml: string, name: string) {
  const [, value] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  if (value === undefined) return null
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
