/** Attributes and import statements in which a page names a file of the build. The text of a person never has this form: its quotes are escaped. */
const named = /( (?:src|href|poster)=|import\(?|\bfrom )(\s?)"\/assets\//g

/** The last statement before React Router reads its table of routes. */
const beforeRoutes = 'window.__reactRouterRouteModules ='

/**
 * Makes a page name the files of the build at another origin, `cdn_prefix` of the site. What those files load themselves
 * (imports, fonts of style sheets) follows, because the browser resolves it against their own address. The one exception is
 * the table of routes, which the browser's copy of the page reads: a statement changes it before the app starts, so that
 * both render the same addresses. See docs/decisions/0056-files-at-another-origin.md.
 */
export function withCdn(html: string, origin: string) {
  if (origin === '') return html
  const table = 'window.__reactRouterManifest'
  const files = '"/assets/'
  const move = `${table}=JSON.parse(JSON.stringify(${table}).replaceAll('${files}','"${origin}/assets/'));`
  return html.replaceAll(named, `$1$2"${origin}/assets/`).replace(beforeRoutes, () => `${move}${beforeRoutes}`)
}
