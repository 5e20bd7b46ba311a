import type { Page } from '@playwright/test'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
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
