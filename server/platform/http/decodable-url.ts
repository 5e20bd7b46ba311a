import type { IncomingHttpHeaders } from 'node:http'
import { asksForHtml } from './visitor/asks-for-html.ts'

interface RequestLine {
  url: string
  headers: IncomingHttpHeaders
}

/**
 * Returns the URL of a request with a path that can be decoded, where a browser opens a page: Fastify answers
 * a malformed one (`/%E0%A4%A`) before any route, and the visitor would see JSON instead of the error page
 * (SHELL-8). Calls and programs get that answer.
 */
export function decodableUrl({ url, headers }: RequestLine) {
  const [path = ''] = url.split(/[?#]/, 1)
  if (!path.includes('%') || path.startsWith('/api/') || isDecodable(path) || !asksForHtml({ headers })) return url
  return path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string) {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
