import type { Page } from '@playwright/test'
import regions from '#server/features/settings/regions.json' with { type: 'json' }
import { countryLanguages, currencies } from '#contract/countries.ts'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { pseudoTexts } from '#web/vite/pseudo-texts.ts'
import { compiledJson, readTexts as textsOf } from '#web/vite/read-texts.ts'
import { writeTo } from '../support/chat-steps.ts'
import { visit, waitUntilStill } from '../support/screen.ts'
import { bornFor } from '../support/search-steps.ts'
import { expect, test } from '../support/test.ts'

const ofVisitors = ['/', '/login', '/pricing', '/lang-config']
const ofMembers = ['/members', '/me', '/profile', '/likes', '/chats', '/credits', '/match-finder']
const ofSettings = ['/notifications', '/notifications/notifications']
const paths = [...ofVisitors, ...ofMembers, ...ofSettings]

/** Those with the longest words. */
for (const language of ['de', 'fi', 'pl'] as const) {
  test(`in ${language} nothing is cut or wider than a small phone`, async ({ open, origin, personas }) => {
    const page = await open(personas.free)
    await page.setViewportSize({ width: 320, height: 640 })
    await speak(page, language, origin)
    const faults = []
    for (const path of [...paths, `/members/${personas.admirer.profileId}`]) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await page.evaluate(() => document.fonts.ready)
      for (const fault of await page.evaluate(findCuts)) faults.push(`${path}: ${fault}`)
    }
    expect(faults).toEqual([])
  })
}

test('no text of the screens is written into the code in English', async ({ open, origin, personas }) => {
  const page = await open(personas.newcomer)
  const textsIn = async (language: string) => {
    await speak(page, language, origin)
    const texts = new Map<string, string[]>()
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      texts.set(path, await page.evaluate(readTexts))
    }
    return texts
  }
  const english = await textsIn('en')
  const finnish = await textsIn('fi')
  const same = paths.flatMap((path) => {
    const others = new Set(finnish.get(path))
    return (english.get(path) ?? []).filter((text) => others.has(text)).map((text) => `${path}: ${text}`)
  })
  expect([...new Set(same)]).toEqual([])
})

test('each word of the screens is in a text of the catalogue', async ({ open, build, origin }) => {
  // No other test has members in Spain.
  const place = { country: 'ES', birthDate: bornFor(88) } as const
  const ada = await build({ ...place, name: 'Ada', credits: 20 })
  const ben = await build({ ...place, name: 'Ben', gender: 'male', credits: 20 })
  await writeTo(origin, { from: ben, to: ada, body: 'Moin' })
  const ofBen = [`/members/${ben.profileId}`, `/members/${ben.profileId}/chat`]
  const outside = [...namesOfTest, ada.email].toSorted((one, other) => other.length - one.length)
  for (const [page, screens] of [
    [await open(), ['/', '/login', '/signup', '/reset-password', '/pricing']],
    [await open(ada), [...ofMembers, ...ofSettings, ...ofBen, '/credits/p1']],
  ] as const) {
    await speakPseudo(page)
    for (const path of screens) {
      const title = await page.title()
      await page.evaluate(navigate, path)
      await expect(page).not.toHaveTitle(title)
      await waitUntilStill(page)
      await expect.poll(() => page.evaluate(readOutside, outside), { message: path }).toEqual([])
    }
  }
})

/** Of the home page. */
const namesOfHome = ['Nora', 'Elias', 'Ines', 'Mara', 'Jonas']
/** What formats of Finnish write beside numbers. */
const wordsOfFormats = ['klo', 'nyt', 'sekuntia', 'sekunti', 'minuuttia', 'minuutti', 'min', 'sitten']
const countryNames = new Intl.DisplayNames('fi', { type: 'region' })
/** What is in no catalogue. */
const namesOfTest = [
  'Rendezvous',
  'FI',
  'Ada',
  'A',
  'Ben',
  'B',
  'Moin',
  'Somewhere',
  ...regions.ES,
  ...namesOfHome,
  ...wordsOfFormats,
  ...currencies,
  ...Object.keys(countryLanguages).map((country) => countryNames.of(country) ?? ''),
]

/** Shows the page, and all that is opened without another document, in `pseudoTexts` in place of Finnish. */
async function speakPseudo(page: Page) {
  const body = `export default ${compiledJson(pseudoTexts(textsOf('en')))}`
  await page.route(/\/catalogue-fi-.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await visit(page, '/lang-config')
  await page.getByRole('button', { name: 'Suomi' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^⟦.+⟧$/)
}

/** In the page: opens another one as a link does. */
function navigate(path: string) {
  type Router = { navigate: (to: string) => Promise<void> }
  return (window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter.navigate(path)
}

/** In the page: visible words and labels that are neither names nor in the brackets of `pseudoTexts`. */
function readOutside(names: string[]) {
  const faults: string[] = []
  const check = (element: Element | null, text: string) => {
    const rest = names.reduce((shorter, name) => shorter.replaceAll(name, ''), text)
    const ofOthers = 'script, style, template, [translate=no], body [lang], option'
    if (/\p{L}/u.test(rest) && !element?.closest(ofOthers) && element?.checkVisibility()) faults.push(text.trim())
  }
  let depth = 0
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let outside = ''
    // A text with tags in it is in several nodes.
    for (const sign of node.textContent ?? '') {
      if (sign === '⟧') depth -= 1
      else if (sign === '⟦') depth += 1
      else if (depth === 0) outside += sign
    }
    check(node.parentElement, outside)
  }
  for (const element of document.body.querySelectorAll('*'))
    for (const attribute of ['aria-label', 'aria-valuetext', 'alt', 'placeholder', 'title'])
      check(element, (element.getAttribute(attribute) ?? '').replaceAll(/⟦.*⟧/gs, ''))
  return faults
}

async function speak(page: Page, language: string, url: string) {
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url }])
}

/** In the page: what does not fit the width of the window, and labels that their box cuts off. */
function findCuts() {
  const faults: string[] = []
  const nameOf = (element: Element) => `${element.tagName} "${element.textContent.trim().slice(0, 60)}"`
  const excess = document.documentElement.scrollWidth - innerWidth
  if (excess > 0) faults.push(`the page is ${excess} px too wide`)
  const labels = 'button, a, label, summary, h1, h2, h3, th, legend, [role=tab], [role=button]'
  for (const element of document.querySelectorAll<HTMLElement>(labels)) {
    if (!element.checkVisibility() || element.offsetWidth <= 1) continue
    // Also what is inside of a label.
    for (const part of [element, ...element.querySelectorAll<HTMLElement>('*')]) {
      const hasText = [...part.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
      const { overflowX, textOverflow } = getComputedStyle(part)
      // A link may show the beginning of a message.
      const mayEnd = element.tagName === 'A' && textOverflow === 'ellipsis'
      const isCut = overflowX !== 'visible' && !mayEnd && part.scrollWidth > part.clientWidth + 1
      if (hasText && isCut && part.offsetWidth > 1) faults.push(`${nameOf(part)} is cut off`)
    }
  }
  return faults
}

/**
 * In the page: texts of two words and more, without those that people have written and names of languages.
 */
function readTexts() {
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    if (!/\p{L}{3,}\s+\p{L}{2,}/u.test(text)) continue
    if (node.parentElement?.closest('script, style, template, [translate=no], body [lang], option')) continue
    texts.push(text)
  }
  return texts
}
