/**
 * Measures the JavaScript of a first visit and fails where it exceeds a limit of bytes or files. It starts
 * the built site (`npm run build` first), requests pages over HTTP and adds up the transferred bytes of
 * response bodies.
 *
 * A page's scripts are those that its HTML names, all that these import statically, and all that they import
 * dynamically, except the chunks in `openedLater` and `forMembers`. New dynamic imports count until listed.
 */
import { get, type IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import { parseSync } from 'vite'
import { defaultLanguage, languages } from '#contract/languages.ts'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { getOrLoad } from '#server/platform/load-once.ts'
import { buildMember } from '#tests/support/builders.ts'
import { startSite } from '#tests/support/site/site.ts'
import { openTestSite } from '#tests/support/site/test-site.ts'

const KB = 1024
/** As Chromium, Firefox and Edge send it. */
const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd'

/** Scripts that a page may load, with those that it imports dynamically at once. */
const MAX_FILES = 20

/** What a page in another language may cost, as a multiple of the English one. */
const MAX_OF_LANGUAGE = 1.03

interface Page {
  path: string
  isLoggedIn: boolean
  /** On a screen that is wider than a phone. */
  isWide?: boolean
  /** Without it only the files are limited. */
  limitBytes?: number
  /** Default `MAX_FILES`. */
  maxFiles?: number
}

const pages: Page[] = [
  { path: '/', isLoggedIn: false, limitBytes: 130 * KB },
  { path: '/members', isLoggedIn: true, limitBytes: 152 * KB },
  { path: '/members', isLoggedIn: true, isWide: true },
  // Landing pages are not hydrated: each has the same one script, and the page with the most of it is enough.
  { path: '/landers/tinderswipe', isLoggedIn: false, limitBytes: 15 * KB },
  { path: '/signup', isLoggedIn: false },
  { path: '/profile', isLoggedIn: true },
  { path: '/notifications', isLoggedIn: true },
  { path: '/me', isLoggedIn: true },
  { path: '/likes', isLoggedIn: true },
]

/** Chunks that a first visit without any interaction never requests. */
const openedLater = [
  // Loaded after the first press of a pointer or key, or when they open.
  /^(?:menu|dialog|alert-dialog|sheet|full-screen)-popup-/,
  /^toaster-/,
  // Loaded for members who have not confirmed their address.
  /^activation-reminder-/,
  // Loaded for members who have not read a decision about them.
  /^unread-decision-/,
  // Loaded when the filters of the search open.
  /^filter-sheet-/,
  // Loaded when more filters open, for a search by fields of the profile, for one that finds few members or
  // none, and on sites with advertisements.
  /^(?:search-more-filters|search-suggestions|choice-chips|no-members|other-members|promo-tile)-/,
  // Loaded where no conversation is open.
  /^people-to-write-to-/,
  // Loaded after the members, below rows that the server has rendered.
  /^(?:discovery-rows|reasons|profile-texts)-/,
  // The texts of errors that only some calls return, loaded with the first of them.
  /^use-error-text-/,
  // Loaded for free members in the hours after their sign-up.
  /^time-bonus-/,
  // Loaded for members who get no mail any more, and where the site and the browser can show push messages.
  /^member-alerts-/,
  // Loaded when two members match, or when a member ends a match.
  /^(?:match-(?:announcer|popup|message)|like-popup|unmatch-popup)-/,
  // Loaded in browsers that show push messages.
  /^push-/,
  // Loaded with the first event that the page receives.
  /^event-handlers-/,
  // Loaded with the first message that arrives on another page, and where the URL asks for the like modal.
  /^(?:message-toasts|like-timer)-/,
  // Loaded in an installed app.
  /^(?:back-button|installed-app)-/,
  // Loaded where the app can be installed, for members who have chats.
  /^install-alert-/,
  // Loaded for every visitor after the page (the pop-up on sites that warn at the entry), after a log-out,
  // and where the URL asks for reports of hidden pages.
  /^(?:entry-(?:notices|popup)|stored-notice|dismissals|page-bounce)-/,
  // Loaded when a reload left messages behind that were not sent.
  /^sender-of-tab-/,
  // Loaded when a member chooses or takes a photo, plays a voice message, opens one of these dialogs or
  // panels, uses a passkey or a code.
  /^(?:photo-cropper|camera-dialog|prepare-photo|report-popup|signup-dialog-popup)-/,
  /^(?:photo-popup|gift-popup|voice-popup|date-popup|voice-player|emoji-panel)-/,
  /^(?:stay-offer|delete-account-form|esm|code-step)-/,
  // Loaded when a date is accepted.
  /^confetti-/,
  // Loaded with the page of an error 404.
  /^not-found-parts-/,
  // Loaded when a visitor presses a card of the home page.
  /^card-drag-/,
  // Loaded when the visitor switches the language; the texts of the page's own come with its code.
  /^catalogue-/,
  // The same of the operators' console.
  /^console-texts-/,
]

/** Chunks that a phone requests when the filters of the search open, and a wide screen at once. */
const onWideScreens = [/^search-filter-fields-/]

/** Chunks that only a page of a logged-in member requests. */
const forMembers = [/^live-for-member-/]

interface Script {
  name: string
  bytes: number
  encoding: string
}

/** Files of the build by path. All pages get the same, so each is requested once. */
const builtFiles = new Map<string, ReturnType<typeof request>>()

const site = await startSite({ demoMembers: 0 })
const testSite = await openTestSite(site)
try {
  const { cookie } = await buildMember(testSite)
  const { profileId } = await buildMember(testSite)
  const ofPartner = [
    { path: `/members/${profileId}`, isLoggedIn: true },
    { path: `/members/${profileId}/chat`, isLoggedIn: true, maxFiles: 15 },
  ]
  for (const page of [...pages, ...ofPartner]) await checkPage(page, cookie)
  for (const path of ['/', '/members']) await compareLanguages(path, cookie)
} finally {
  await testSite.close()
  await site.stop()
}

/** Prints the scripts of a page, and notes where they exceed a limit. `cookie`: of a member. */
async function checkPage(
  { path, isLoggedIn, isWide = false, limitBytes = Infinity, maxFiles = MAX_FILES }: Page,
  cookie: string,
) {
  const scripts = await scriptsOf(path, {
    headers: isLoggedIn ? { cookie } : {},
    excluded: [...openedLater, ...(isLoggedIn ? [] : forMembers), ...(isWide ? [] : onWideScreens)],
  })
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
  const isOver = total > limitBytes || scripts.length > maxFiles
  for (const { name, bytes, encoding } of scripts) {
    console.log(`${String(bytes).padStart(8)} B  ${encoding.padEnd(8)}  ${name}`)
  }
  const uncompressed = scripts.filter(({ encoding }) => encoding === 'none').length
  const limit = limitBytes === Infinity ? '' : ` of at most ${limitBytes / KB} KB`
  console.log(
    `${path}${isWide ? ' on a wide screen' : ''}: ${(total / KB).toFixed(1)} KB${limit} in ${scripts.length} files of at most ${maxFiles}, ` +
      `${uncompressed} of them uncompressed${isOver ? ': TOO MUCH' : ''}\n`,
  )
  if (isOver) process.exitCode = 1
}

/** Prints what a page costs in each language; one may cost little more than English. */
async function compareLanguages(path: string, cookie: string) {
  const isLoggedIn = path !== '/'
  const excluded = [...openedLater, ...onWideScreens, ...(isLoggedIn ? [] : forMembers)]
  const sizes = new Map<string, number>()
  for (const language of languages) {
    const cookies = [`${LANGUAGE_COOKIE}=${language}`, ...(isLoggedIn ? [cookie] : [])].join('; ')
    const scripts = await scriptsOf(path, { headers: { cookie: cookies }, excluded })
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
    sizes.set(language, bytes)
    const isOver = bytes > (sizes.get(defaultLanguage) ?? 0) * MAX_OF_LANGUAGE
    console.log(`${path} in ${language}: ${(bytes / KB).toFixed(1)} KB${isOver ? ': TOO MUCH' : ''}`)
    if (isOver) process.exitCode = 1
  }
}

/** The scripts of a page's first visit, largest first. */
async function scriptsOf(
  path: string,
  { headers, excluded }: { headers: Record<string, string>; excluded: readonly RegExp[] },
) {
  const { status, text: html } = await request(path, headers)
  if (status !== 200) throw new Error(`${path} answers ${status}`)
  const scripts = new Map<string, Script>()
  const waiting = [...html.matchAll(/\/assets\/(?:\w\w\/)?[\w.-]+\.js/g)].map(([each]) => each)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (scripts.has(next)) continue
    const { status: found, bytes, encoding, text } = await getOrLoad(builtFiles, next, () => request(next, {}))
    if (found !== 200) throw new Error(`${next} answers ${found}`)
    scripts.set(next, { name: next, bytes, encoding })
    waiting.push(...importsOf(next, text, excluded))
  }
  return [...scripts.values()].toSorted((a, b) => b.bytes - a.bytes)
}

function importsOf(path: string, code: string, excluded: readonly RegExp[]) {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, code).module
  const dynamic = dynamicImports
    .map(({ moduleRequest: { start, end } }) => /^["'`]\.\/(.+)["'`]$/.exec(code.slice(start, end))?.[1])
    .filter((name) => name !== undefined && !excluded.some((pattern) => pattern.test(name)))
    .map((name) => `./${name}`)
  const reExports = staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value))
  return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...reExports, ...dynamic]
    .filter((specifier) => specifier !== undefined)
    .map((specifier) => new URL(specifier, `http://site${path}`).pathname)
}

/** One request as a browser sends it; `bytes` is the length of the body on the wire. */
async function request(path: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(site.origin + path, { headers: { ...headers, 'accept-encoding': ACCEPTED_ENCODINGS } }, resolve).on(
    'error',
    reject,
  )
  const response = await promise
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const encoding = response.headers['content-encoding'] ?? 'none'
  return { status: response.statusCode, bytes: body.length, encoding, text: String(await decode(body, encoding)) }
}

function decode(body: Buffer, encoding: string) {
  if (encoding === 'br') return promisify(brotliDecompress)(body)
  if (encoding === 'gzip') return promisify(gunzip)(body)
  if (encoding === 'zstd') return promisify(zstdDecompress)(body)
  return body
}
