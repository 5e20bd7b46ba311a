/** Completes a rendered document: adds the doctype, and the scripts at the end of the body. */
export function htmlDocument(html: string, scripts: string) {
  const end = html.lastIndexOf('</body>')
  return `<!DOCTYPE html>${html.slice(0, end)}${scripts}${html.slice(end)}`
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
