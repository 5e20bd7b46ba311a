/**
 * Measures how long the scripts of the members page run in a browser on a slow processor: `npm run
 * hydration`, after `npm run build`. The page is opened as a member on a phone's screen with the processor
 * slowed four times, each time by a new browser process with an empty cache, until it is hydrated and quiet.
 * Prints medians with their spread, in milliseconds of the slowed processor. `-- --processor-time` prints the
 * time used by the page's main thread, unslowed, which other programs affect less. See docs/performance.md.
 */
import { chromium, type Page } from '@playwright/test'
import { parseArgs } from 'node:util'
import { figuresOf } from '../bench/support/figures.ts'
import { DAY } from '#contract/time.ts'
import { waitForHydration } from '#tests/e2e/support/screen.ts'
import { buildMember } from '#tests/support/builders.ts'
import { chromiumOptions } from '#tests/support/browser/chromium.ts'
import { startSite } from '#tests/support/site/site.ts'
import { openTestSite } from '#tests/support/site/test-site.ts'

const SLOWDOWN = 4
/** The page is quiet when its scripts ran for less than `QUIET_SCRIPT_S` in this time. */
const QUIET_MS = 1500
const QUIET_SCRIPT_S = 0.015

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    path: { type: 'string', default: '/members' },
    'processor-time': { type: 'boolean', default: false },
  },
})
const metrics = ['ScriptDuration', 'TaskDuration', 'LayoutDuration', 'RecalcStyleDuration'] as const
type Measured = Record<(typeof metrics)[number], number>

const site = await startSite({ demoMembers: 120 })
const testSite = await openTestSite(site)
try {
  // Not of the hours after the sign-up, whose offer counts down.
  const { cookie } = await buildMember(testSite, { signedUpMsAgo: DAY })
  const rounds: Measured[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) rounds.push(await openPage(cookie))
  for (const name of metrics) {
    const { median, least, most } = figuresOf(rounds.map((each) => each[name]))
    console.log(`${name.padEnd(20)} ${median.toFixed(0)} ms (${least.toFixed(0)} – ${most.toFixed(0)})`)
  }
} finally {
  await testSite.close()
  await site.stop()
}

async function openPage(cookie: string): Promise<Measured> {
  const browser = await chromium.launch(await chromiumOptions())
  try {
    const [name = '', value = ''] = cookie.split('=')
    const context = await browser.newContext({
      baseURL: site.origin,
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    })
    await context.addCookies([{ name, value, url: site.origin }])
    return await measure(await context.newPage())
  } finally {
    await browser.close()
  }
}

async function measure(page: Page): Promise<Measured> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: values['processor-time'] ? 'threadTicks' : 'timeTicks' })
  // A slowed thread counts its pauses as time that it used.
  const rate = values['processor-time'] ? 1 : SLOWDOWN
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  const read = async () => {
    const reply = await devtools.send('Performance.getMetrics')
    return new Map(reply.metrics.map((metric) => [metric.name, metric.value]))
  }
  const before = await read()
  await page.goto(values.path)
  // Nothing is evaluated in the page before it is measured: the test runner's own scripts would count.
  let after = await read()
  for (let isQuiet = false; !isQuiet;) {
    const last = after.get('ScriptDuration') ?? 0
    await page.waitForTimeout(QUIET_MS)
    after = await read()
    isQuiet = (after.get('ScriptDuration') ?? 0) - last < QUIET_SCRIPT_S
  }
  await waitForHydration(page)
  const took = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000
  return {
    ScriptDuration: took('ScriptDuration'),
    TaskDuration: took('TaskDuration'),
    LayoutDuration: took('LayoutDuration'),
    RecalcStyleDuration: took('RecalcStyleDuration'),
  }
}
