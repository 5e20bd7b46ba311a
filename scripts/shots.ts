/**
 * Takes a picture of every screen at three widths, light and dark, in every language, into `shots/`, and puts them
 * together in `shots/index.html`. It uses the built web app: `npm run build` first. `npm run shots -- members chats`
 * takes the screens whose names begin so.
 */
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages, type Language } from '#contract/languages.ts'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { showProgress } from '#server/platform/progress.ts'
import { waitUntilStill } from '#tests/e2e/support/screen.ts'
import { createWatch, type Watch } from '#tests/e2e/support/watch.ts'
import { chromiumOptions } from '#tests/support/chromium.ts'
import { someAddress } from '#tests/support/site-calls.ts'
import { openTestSite } from '#tests/support/test-site.ts'
import { startSite } from '#tests/support/site.ts'
import { translatorFor } from '#tests/support/translator.ts'
import { preparePersonas, type Personas } from '#tests/e2e/support/personas.ts'
import { contactSheet } from './shots/contact-sheet.ts'
import { openScreen, screens, type Screen } from '#tests/e2e/support/screens.ts'

const folder = join(import.meta.dirname, '..', 'shots')
const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]
const themes = ['light', 'dark'] as const
/** Longer pages are cut. */
const TALLEST_PX = 6000

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
  const browser = await chromium.launch(await chromiumOptions())
  const testSite = await openTestSite(site)
  const complaints: string[] = []
  try {
    const personas = await preparePersonas(testSite, site.origin)
    const total = chosen.length * variants.length
    let done = 0
    for (const variant of variants) {
      const sitting = { browser, variant, personas, origin: site.origin }
      const found = await takeVariant(sitting, () => {
        done += 1
        onProgress({ step: 'Taking pictures', done, total })
      })
      complaints.push(...found)
    }
  } finally {
    await testSite.close()
    await browser.close()
    await site.stop()
  }
  await writeFile(join(folder, 'index.html'), contactSheet(chosen.map(rowOf)))
  for (const complaint of complaints) console.error(complaint)
  console.log(`${chosen.length * variants.length} pictures: ${join(folder, 'index.html')}`)
}

interface Sitting {
  browser: Browser
  variant: Variant
  personas: Personas
  origin: string
}

/** One browser's profile for each member, who sees one screen after the other. Returns what was complained about. */
async function takeVariant({ browser, variant, personas, origin }: Sitting, onTaken: () => void): Promise<string[]> {
  const { language, theme, size } = variant
  const seats = new Map<string, Seat>()
  const complaints: string[] = []
  for (const screen of chosen) {
    const seat = seats.get(screen.who) ?? (await takeSeat({ browser, variant, personas, origin }, screen.who))
    seats.set(screen.who, seat)
    const page = await seat.context.newPage()
    page.setDefaultTimeout(15_000)
    try {
      const stage = { page, t: translatorFor(language), personas, origin }
      await openScreen(screen, stage)
      await waitForImages(page)
      if (!screen.isOneScreen) await growToContent(page, size)
      await page.screenshot({ path: join(folder, fileOf(screen, variant)) })
      await screen.undo?.(stage)
    } catch (error) {
      complaints.push(`${screen.name} ${language} ${theme} ${size.width}: ${String(error)}`)
    }
    await page.close()
    onTaken()
  }
  for (const { context, watch } of seats.values()) {
    await context.close()
    // Some screens show a refusal: its status is no news.
    complaints.push(...watch.problems().filter((problem) => !/^4\d\d: /.test(problem)))
  }
  return complaints
}

interface Seat {
  context: BrowserContext
  watch: Watch
}

async function takeSeat({ browser, variant, personas, origin }: Sitting, who: Screen['who']): Promise<Seat> {
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
  await context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url: origin }])
  if (who !== 'visitor') {
    const [name = '', value = ''] = personas[who].cookie.split('=')
    await context.addCookies([{ name, value, url: origin }])
  }
  return { context, watch }
}

/** Everything is there, pictures below the edge too, and nothing moves. */
async function waitForImages(page: Page) {
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
    scrollTo(0, 0)
  })
  await page.waitForLoadState('networkidle')
  await waitUntilStill(page)
  await page.evaluate(() => document.fonts.ready.then(() => null))
}

/** A screen as tall as the page, so that all of it is seen and bars stay at its ends. */
async function growToContent(page: Page, { width, height }: Variant['size']) {
  const contentHeight = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, Math.min(contentHeight, TALLEST_PX)) })
  await page.waitForLoadState('networkidle')
}

function fileOf({ name }: Screen, { language, theme, size }: Variant) {
  return `${name}.${language}.${theme}.${size.width}.png`
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
