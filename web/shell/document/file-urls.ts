import { defaultLanguage, type Language } from '#contract/languages.ts'

/** Attributes and imports that name a file of the build. Texts of people escape the quotes. */
const named = /( (?:src|href|poster)=|import\(?|\bfrom )(\s?)"\/assets\//g

/** Those of them that are scripts. */
const namedScript = /( (?:src|href)=|import\(?|\bfrom )(\s?)"\/assets\/([\w.-]+\.js)"/g

/** Returns the URL in a language of a file of the build: only scripts have one. */
export function scriptIn(language: Language, url: string) {
  return language === defaultLanguage ? url : url.replace(/^\/assets\/(?=[\w.-]+\.js$)/, `/assets/${language}/`)
}

/**
 * Makes a page name the scripts of its language, whose texts come with the code: `assets/de/<name>`
 * (web/vite/language-files.ts). The table of routes and the imports of these scripts name that directory,
 * too.
 */
export function withScriptsIn(language: Language, html: string) {
  if (language === defaultLanguage) return html
  return html.replaceAll(namedScript, `$1$2"/assets/${language}/$3"`)
}

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
