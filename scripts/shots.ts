/**
 * Takes a picture of every screen at three widths, light and dark, in every language, into `shots/`, and puts them
 * together in `shots/index.html`. It uses the built web app: `npm run build` first. `npm run shots -- members chats`
 * takes the screens whose names begin so.
 */
import { chromium, type Browser, type Page } from '@playwright/test'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages, type Language } from '#contract/languages.ts'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { showProgress } from '#server/platform/progress.ts'
import { untilStill } from '#tests/e2e/support/screen.ts'
import { createWatch } from '#tests/e2e/support/watch.ts'
import { chromium as chromiumOptions } from '#tests/support/chromium.ts'
import { someAddress } from '#tests/support/site-calls.ts'
import { openSiteWorld } from '#tests/support/site-world.ts'
import { startSite } from '#tests/support/site.ts'
import { wordsIn } from '#tests/support/words.ts'
import { prepareCast, type Cast } from './shots/cast.ts'
import { contactSheet } from './shots/contact-sheet.ts'
import { openScreen, screens, type Screen } from './shots/screens.ts'

const folder = join(import.meta.dirname, '..', 'shots')
const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]
const themes = ['light', 'dark'] as const

interface Variant {
  language: Language
  theme: (typeof themes)[number]
  size: { width: number; height: number }
}

const variants: Variant[] = languages.flatMap((language) =>
  themes.flatMap((theme) => sizes.map((size) => ({ language, theme, size }))),
)

const wanted = process.argv.slice(2)
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)))

await takeAll()

async function takeAll() {
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const onProgress = showProgress()
  const site = await startSite({ demoMembers: 300 })
  process.once('SIGINT', () => process.exit(130))
  const browser = await chromium.launch(chromiumOptions)
  const world = await openSiteWorld(site)
  const complaints: string[] = []
  try {
    const cast = await prepareCast(world, site.origin)
    const total = chosen.length * variants.length
    let done = 0
    for (const variant of variants) {
      for (const screen of chosen) {
        complaints.push(...(await take(browser, { screen, variant, cast, origin: site.origin })))
        done += 1
        onProgress({ step: 'Taking pictures', done, total })
      }
    }
  } finally {
    await world.close()
    await browser.close()
    await site.stop()
  }
  await writeFile(join(folder, 'index.html'), contactSheet(chosen.map(rowOf)))
  for (const complaint of complaints) console.error(complaint)
  console.log(`${chosen.length * variants.length} pictures: ${join(folder, 'index.html')}`)
}

interface Order {
  screen: Screen
  variant: Variant
  cast: Cast
  origin: string
}

/** Takes one picture. Returns what the browser complained about, and what went wrong on the way, if anything. */
async function take(browser: Browser, { screen, variant, cast, origin }: Order): Promise<string[]> {
  const { language, theme, size } = variant
  const context = await browser.newContext({
    baseURL: origin,
    viewport: size,
    isMobile: size.width < 500,
    hasTouch: size.width < 1000,
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Amsterdam',
    extraHTTPHeaders: someAddress(),
  })
  const watch = createWatch()
  watch.follow(context)
  const [name = '', value = ''] = screen.who === 'visitor' ? [] : cast[screen.who].cookie.split('=')
  await context.addCookies([
    { name: LANGUAGE_COOKIE, value: language, url: origin },
    ...(name ? [{ name, value, url: origin }] : []),
  ])
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const stage = { page, words: wordsIn(language), cast, origin }
  const file = fileOf(screen, variant)
  const problems: string[] = []
  try {
    await openScreen(screen, stage)
    await untilDrawn(page)
    const path = join(folder, file)
    await page.screenshot({ path, type: 'jpeg', quality: 85, fullPage: !screen.isOneScreen })
    await screen.undo?.(stage)
  } catch (error) {
    problems.push(String(error))
  }
  await context.close()
  // Some screens show a refusal: its status is no news.
  problems.push(...watch.problems().filter((problem) => !/^4\d\d: /.test(problem)))
  return problems.map((problem) => `${file}: ${problem}`)
}

/** Everything is there, pictures below the edge too, and nothing moves. */
async function untilDrawn(page: Page) {
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  await page.waitForLoadState('networkidle')
  await untilStill(page)
  await page.evaluate(() => document.fonts.ready.then(() => null))
}

function fileOf({ name }: Screen, { language, theme, size }: Variant) {
  return `${name}.${language}.${theme}.${size.width}.jpg`
}

function rowOf(screen: Screen) {
  return {
    name: screen.name,
    pictures: variants.map((variant) => ({
      file: fileOf(screen, variant),
      label: `${variant.language} ${variant.theme} ${variant.size.width}`,
    })),
  }
}
