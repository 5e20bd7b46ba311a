import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const requireOfBuilder = createRequire(import.meta.resolve('@axe-core/playwright'))
/** The builder would send the source with its comments, twice as long, and twice for each scan. */
const axeSource = readFileSync(requireOfBuilder.resolve('axe-core/axe.min.js'), 'utf8')

/** Opens a page and waits for hydration: a press before it is lost, and no person is that quick. */
export async function visit(page: Page, path: string) {
  await page.goto(path)
  await waitForHydration(page)
}

/**
 * Opens a page as a member and waits until its socket receives events. A match or message that comes before
 * is in the lists, and not announced.
 */
export async function visitConnected(page: Page, path: string) {
  const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await visit(page, path)
  await connected
}

/**
 * Waits until React has hydrated the page. Its mark on the document comes earlier: from then on it handles
 * presses, but its effects (listen to keys and scrolling, ask for a permission) are still to come.
 */
export async function waitForHydration(page: Page) {
  await page.waitForFunction(() => {
    const root: unknown = Object.entries(document).find(([key]) => key.startsWith('__reactContainer'))?.[1]
    // The node of React's tree that belongs to the document. What it knows of the hydration is not public.
    type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }
    if (root === undefined || (root as Root).stateNode.current.memoizedState.isDehydrated) return false
    // The effects come with a message that React has sent to itself by then: before the next one.
    const { port1, port2 } = new MessageChannel()
    return new Promise<boolean>((resolve) => {
      port1.addEventListener('message', () => resolve(true))
      port1.start()
      port2.postMessage(null)
    })
  })
}

/** Waits until a control listens: React hydrates parts that are loaded by themselves after the page. */
export async function untilHydrated(control: Locator) {
  const isHydrated = () =>
    control.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')))
  await expect.poll(isHydrated).toBe(true)
}

/** Presses a key in an overlay once it has the focus: one just visible may not listen to keys yet. */
export async function pressIn(overlay: Locator, key: string) {
  await expect.poll(() => overlay.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await overlay.page().keyboard.press(key)
}

/** Expects that no rule of axe is violated by what is shown now, best practices included. */
export async function expectAccessible(page: Page) {
  await waitUntilStill(page)
  // A menu belongs to its button and not to a region of the page; axe accepts that for dialogs only.
  const isMenuOpen = await page.getByRole('menu').isVisible()
  await loadAxe(page)
  const { violations } = await new AxeBuilder({ page, axeSource: 'void "is loaded"' })
    // All rules run; passes are not described element by element, which takes longer than the rules.
    .options({ reporter: 'no-passes' })
    // Base UI's focus guards around an open menu are focusable and hidden from screen readers on purpose.
    .exclude('[data-base-ui-focus-guard]')
    // The progress bar lies over the whole page and may appear during the scan.
    .exclude('[role=progressbar]')
    .setLegacyMode(true)
    .disableRules(isMenuOpen ? ['region'] : [])
    .analyze()
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const reasons = [...any, ...all, ...none].map(({ message }) => message)
      return [`${id}: ${target.join(' ')}`, ...reasons].join('\n')
    }),
  )
  expect(faults, page.url()).toEqual([])
}

/** Loads axe, once until another document opens. No screen with scripts has a document inside its own. */
async function loadAxe(page: Page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
}

/** Waits until no page loads and no animation runs: colours between two states fail contrast rules. */
export async function waitUntilStill(page: Page) {
  await page.waitForFunction(
    () =>
      !document.querySelector('[role=progressbar]') &&
      document
        .getAnimations()
        .every(
          ({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
        ),
  )
}

/** Returns a pattern for a text with this one in it, whatever its spaces: names ignore no-break ones. */
export function containing(text: string) {
  const escaped = text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  return new RegExp(escaped.replaceAll(/\s+/g, String.raw`\s+`))
}

/** Presses a checkbox or switch; whether it is checked at the end of its click's task, before all else. */
export function pressInOneTask(box: Locator) {
  return box.evaluate(async (input: HTMLInputElement) => {
    input.click()
    for (let turn = 0; turn < 100; turn++) await Promise.resolve()
    return input.checked
  })
}
