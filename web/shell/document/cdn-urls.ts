/** Attributes and imports that name a file of the build. Texts of people escape the quotes. */
const named = /( (?:src|href|poster)=|import\(?|\bfrom )(\s?)"\/assets\//g

/** The last statement before React Router reads its table of routes. */
const beforeRoutes = 'window.__reactRouterRouteModules ='

/**
 * Makes a page name the files of the build at another origin, the site's `cdn_prefix`. What those files load
 * (imports, fonts) follows, because it is resolved against their address. Only the table of routes, which the
 * browser's copy of the page reads, is changed by a statement before the app starts, so that both render the
 * same addresses. See docs/decisions/0056-files-at-another-origin.md.
 */
export function withCdn(html: string, origin: string) {
  if (origin === '') return html
  const table = 'window.__reactRouterManifest'
  const files = '"/assets/'
  const move = `${table}=JSON.parse(JSON.stringify(${table}).replaceAll('${files}','"${origin}/assets/'));`
  return html.replaceAll(named, `$1$2"${origin}/assets/`).replace(beforeRoutes, () => `${move}${beforeRoutes}`)
}
