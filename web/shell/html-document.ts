/** Completes a rendered document: adds the doctype, orders what the head loads, and adds the scripts at the end of the body. */
export function htmlDocument(html: string, scripts: string) {
  const body = html.indexOf('<body')
  const end = html.lastIndexOf('</body>')
  return `<!DOCTYPE html>${paintFirst(html.slice(0, body))}${html.slice(body, end)}${scripts}${html.slice(end)}`
}

const styleSheets = /<link [^>]*rel="stylesheet"[^>]*>/g
const modulePreload = '<link rel="modulepreload"'

/**
 * Orders the head of a page by what its first paint needs. React names the style sheet last, behind scripts that only hydration
 * needs: they would share a slow network with it, or take the browser's few connections first.
 */
function paintFirst(head: string) {
  const sheets = head.match(styleSheets)?.join('') ?? ''
  const rest = head.replaceAll(styleSheets, '').replaceAll(modulePreload, `${modulePreload} fetchpriority="low"`)
  return rest.replace('<link ', (link) => sheets + link)
}

/**
 * Writes the script that hands the router's state to the browser, as `ServerRouter` would in a streamed page.
 * `<` is escaped, because the text of a visitor could otherwise end the element.
 */
export function routerStateScript(state: string, nonce: string) {
  const text = JSON.stringify(state).replaceAll('<', String.raw`\u003c`)
  const controller = 'window.__reactRouterContext.streamController'
  return `<script nonce="${nonce}">${controller}.enqueue(${text});${controller}.close();</script>`
}
