/** Orders what the head of a rendered document loads. */
export function htmlDocument(html: string) {
  const body = html.indexOf('<body')
  return paintFirst(html.slice(0, body)) + html.slice(body)
}

const styleSheets = /<link [^>]*rel="stylesheet"[^>]*>/g
const modulePreload = '<link rel="modulepreload"'

/**
 * Orders the head of a page by what its first paint needs. React names the style sheet last, behind scripts
 * for hydration, which would share a slow network with it or take the first connections.
 */
function paintFirst(head: string) {
  const sheets = head.match(styleSheets)?.join('') ?? ''
  const rest = head.replaceAll(styleSheets, '').replaceAll(modulePreload, `${modulePreload} fetchpriority="low"`)
  return rest.replace('<link ', (link) => sheets + link)
}
