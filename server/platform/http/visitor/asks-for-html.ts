import type { IncomingHttpHeaders } from 'node:http'

/** Browsers name HTML when they open a page; programs and prefetches of other things do not. */
export function asksForHtml({ headers }: { headers: IncomingHttpHeaders }) {
  return headers['sec-fetch-dest'] === 'document' || (headers.accept ?? '').includes('text/html')
}
