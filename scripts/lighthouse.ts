/**
 * Audits pages of the built site with Lighthouse as on a phone: `npm run lighthouse`, after `npm run build`,
 * on an idle machine. Starts the site with demo members, prints four scores for each page and every audit not
 * passed, and fails where a score is below its target. `npm run lighthouse -- home chat` limits it to these
 * pages, `--rounds 3` takes the median of three, `--reports folder` writes them. See docs/performance.md.
 */
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changeSettings } from '#server/features/settings/service.ts'
import { preparePersonas } from '#tests/e2e/support/personas.ts'
import { chromiumOptions } from '#tests/support/browser/chromium.ts'
import { freePort } from '#tests/support/programs/program.ts'
import { startSite } from '#tests/support/site/site.ts'
import { openTestSite } from '#tests/support/site/test-site.ts'
import { figuresOf } from '../bench/support/figures.ts'

const targets = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const categories = Object.keys(targets) as (keyof typeof targets)[]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '1' }, reports: { type: 'string' } },
})

interface Audited {
  name: string
  path: string
  /** Cookie of the member who opens it. */
  cookie?: string
}

const site = await startSite({ demoMembers: 120 })
const testSite = await openTestSite(site)
try {
  const { id } = testSite.sites.of('localhost')
  // A page as the second visit shows it: the warning covers it on the first.
  await changeSettings(testSite, { siteId: id, settings: { enable_site_entry_popup: 'no' } })
  const { free, conversationId, strangerId } = await preparePersonas(testSite, site.origin)
  const { cookie } = free
  const pages: Audited[] = [
    { name: 'home', path: '/' },
    { name: 'login', path: '/login' },
    { name: 'lander', path: '/landers/gallery' },
    { name: 'members', path: '/members', cookie },
    { name: 'profile', path: `/members/${strangerId}`, cookie },
    { name: 'chat', path: `/chats/${conversationId}`, cookie },
  ]
  const selection = pages.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  console.log(`${'page'.padEnd(10)}${categories.map((each) => each.padStart(16)).join('')}`)
  for (const page of selection) await report(page)
} finally {
  await testSite.close()
  await site.stop()
}

async function report(page: Audited) {
  const rounds: Result[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) rounds.push(await runAudits(page))
  const scores = categories.map((category) => {
    const { median } = figuresOf(rounds.map((each) => Math.round((each.categories[category]?.score ?? 0) * 100)))
    if (median < targets[category]) process.exitCode = 1
    return `${median} of ${targets[category]}`
  })
  console.log(`${page.name.padEnd(10)}${scores.map((each) => each.padStart(16)).join('')}`)
  const [last] = rounds
  if (last) for (const line of failuresOf(last)) console.log(`  ${line}`)
}

/** Audits a page in a browser of its own, with an empty cache. */
async function runAudits({ name: page, path, cookie }: Audited): Promise<Result> {
  const port = await freePort()
  const options = await chromiumOptions()
  // Lighthouse opens its page in the browser's first context, with the member's cookie, at a phone's size.
  const context = await chromium.launchPersistentContext('', {
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
    viewport: null,
  })
  try {
    const [name = '', value = ''] = (cookie ?? '').split('=')
    if (cookie) await context.addCookies([{ name, value, url: site.origin }])
    const run = await lighthouse(site.origin + path, {
      port,
      logLevel: 'error',
      output: ['html', 'json'],
      onlyCategories: categories,
      // Members are kept out of search engines (SEARCH-6).
      skipAudits: cookie ? ['is-crawlable'] : [],
    })
    if (!run) throw new Error(`${path} was not audited`)
    if (run.lhr.runtimeError) throw new Error(`${path}: ${run.lhr.runtimeError.message}`)
    await writeReports(page, run.report)
    return run.lhr
  } finally {
    await context.close()
  }
}

/** Writes the report of a run as a page and as data, in the order of `output`. */
async function writeReports(page: string, reports: string | string[]) {
  if (values.reports === undefined) return
  await mkdir(values.reports, { recursive: true })
  const [html = '', json = ''] = [reports].flat()
  await writeFile(join(values.reports, `${page}.html`), html)
  await writeFile(join(values.reports, `${page}.json`), json)
}

/** Describes the audits that lower a score: title, measured value, and the named elements or addresses. */
function failuresOf({ categories: found, audits }: Result) {
  return categories.flatMap((category) =>
    (found[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id]
      if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return []
      // The kinds of details share a list of items of any shape.
      const details: readonly unknown[] = audit.details && 'items' in audit.details ? audit.details.items : []
      const named = details.slice(0, 3).map((item) => JSON.stringify(item).slice(0, 300))
      return [`${category}: ${audit.title} ${audit.displayValue ?? ''}`, ...named.map((each) => `  ${each}`)]
    }),
  )
}
