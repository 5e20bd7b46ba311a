/**
 * Saves a screenshot of every screen at three widths, light and dark, in English and French, into `shots/`,
 * with an overview in `shots/index.html`. Run `npm run build` first. `npm run shots -- members chats` limits
 * it to the screens whose names begin like that, `--language pl` takes another language.
 */
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isLanguage, type Language } from '#contract/languages.ts'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import { showProgress } from '#server/platform/progress.ts'
import { preparePersonas, type Personas } from '#tests/e2e/support/personas.ts'
import { askNothing } from '#tests/e2e/support/start-site.ts'
import { waitUntilStill } from '#tests/e2e/support/screen.ts'
import { openScreen, screens, type Screen } from '#tests/e2e/support/screens.ts'
import { createWatch, type Watch } from '#tests/e2e/support/watch.ts'
import { chromiumOptions } from '#tests/support/browser/chromium.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { openTestSite } from '#tests/support/site/test-site.ts'
import { startSite } from '#tests/support/site/site.ts'
import { translatorFor } from '#tests/support/fakes/translator.ts'
import { overviewPage } from './shots/overview-page.ts'

const folder = join(import.meta.dirname, '..', 'shots')
const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]
const themes = ['light', 'dark'] as const
/** Longer pages are cut. */
const MAX_HEIGHT_PX = 6000

interface Variant {
  language: Language
  theme: (typeof themes)[number]
  size: { width: number; height: number }
}

const { positionals: prefixes, values } = parseArgs({
  options: { language: { type: 'string', multiple: true } },
  allowPositionals: true,
})
const selectedLanguages = values.language?.filter(isLanguage) ?? (['en', 'fr'] as const)

const variants: Variant[] = selectedLanguages.flatMap((language) =>
  themes.flatMap((theme) => sizes.map((size) => ({ language, theme, size }))),
)

const selection = screens.filter(
  ({ name }) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)),
)

await saveAll()

async function saveAll() {
  if (prefixes.length === 0) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const onProgress = showProgress()
  const site = await startSite({ demoMembers: 120 })
  process.once('SIGINT', () => process.exit(130))
  // It would cover the pages of visitors.
  await askNothing(site)
  const browser = await chromium.launch(await chromiumOptions())
  const testSite = await openTestSite(site)
  const problems: string[] = []
  try {
    const personas = await preparePersonas(testSite, site.origin)
    const total = selection.length * variants.length
    let done = 0
    for (const variant of variants) {
      const variantProblems = await saveVariant({ browser, variant, personas, origin: site.origin, testSite }, () => {
        done += 1
        onProgress({ step: 'Saving screenshots', done, total })
      })
      problems.push(...variantProblems)
    }
  } finally {
    await testSite.close()
    await browser.close()
    await site.stop()
  }
  await writeFile(join(folder, 'index.html'), overviewPage(selection.map(rowOf)))
  for (const problem of problems) console.error(problem)
  console.log(`${selection.length * variants.length} screenshots: ${join(folder, 'index.html')}`)
}

interface VariantInput {
  browser: Browser
  variant: Variant
  personas: Personas
  origin: string
  testSite: AppContext
}

/** Saves every screen in one variant, with one browser context for each persona. Returns what went wrong. */
async function saveVariant(input: VariantInput, onSaved: () => void) {
  const { variant, personas, origin, testSite } = input
  const { language, theme, size } = variant
  const sessions = new Map<string, Session>()
  const problems: string[] = []
  for (const screen of selection) {
    const { openedBy } = screen
    const session = sessions.get(openedBy) ?? (await openSession(input, openedBy))
    sessions.set(openedBy, session)
    for (const [status, path] of screen.errors ?? []) session.watch.expectError(status, path)
    const page = await session.context.newPage()
    page.setDefaultTimeout(15_000)
    try {
      const context = { page, t: translatorFor(language), personas, origin, testSite }
      await openScreen(screen, context)
      await waitForImages(page)
      if (!screen.isWindowHigh) await growToContent(page, size)
      await page.screenshot({ path: join(folder, fileOf(screen, variant)) })
      await screen.cleanUp?.(context)
    } catch (error) {
      problems.push(`${screen.name} ${language} ${theme} ${size.width}: ${String(error)}`)
    }
    await page.close()
    onSaved()
  }
  for (const { context, watch } of sessions.values()) {
    await context.close()
    problems.push(...watch.problems())
  }
  return problems
}

interface Session {
  context: BrowserContext
  watch: Watch
}

async function openSession(
  { browser, variant, personas, origin }: VariantInput,
  openedBy: Screen['openedBy'],
): Promise<Session> {
  const { language, theme, size } = variant
  const context = await browser.newContext({
    baseURL: origin,
    viewport: size,
    isMobile: size.width < 500,
    hasTouch: size.width < 1000,
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Amsterdam',
    extraHTTPHeaders: randomAddress(),
  })
  const watch = createWatch()
  watch.follow(context)
  await context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url: origin }])
  if (openedBy !== 'visitor') {
    const [name = '', value = ''] = personas[openedBy].cookie.split('=')
    await context.addCookies([{ name, value, url: origin }])
  }
  return { context, watch }
}

/** Waits for all images, those below the window too, for the fonts, and until nothing moves. */
async function waitForImages(page: Page) {
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
    scrollTo(0, 0)
  })
  await page.waitForLoadState('networkidle')
  await waitUntilStill(page)
  await page.evaluate(() => document.fonts.ready.then(() => null))
}

/** Makes the window as high as the page, so that the screenshot has all of it and bars stay at its ends. */
async function growToContent(page: Page, { width, height }: Variant['size']) {
  const contentHeight = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, Math.min(contentHeight, MAX_HEIGHT_PX)) })
  await page.waitForLoadState('networkidle')
}

function fileOf({ name }: Screen, { language, theme, size }: Variant) {
  return `${name}.${language}.${theme}.${size.width}.png`
}

function rowOf(screen: Screen) {
  return {
    name: screen.name,
    images: variants.map((variant) => ({
      file: fileOf(screen, variant),
      label: `${variant.language} ${variant.theme} ${variant.size.width}`,
    })),
  }
}
