import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Opens a page and waits until it is alive: what is pressed before that is lost, and people are not that quick. */
export async function visit(page: Page, path: string) {
  await page.goto(path)
  await waitForHydration(page)
}

/** After a page was loaded anew. React marks the document once it listens. */
export async function waitForHydration(page: Page) {
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith('__reactContainer')))
}

/** No violation of any rule of axe, best practices included, on what is shown now. */
export async function expectAccessible(page: Page) {
  await waitUntilStill(page)
  // A menu belongs to its button and not to a region of the page; axe grants that to dialogs only.
  const isMenuOpen = await page.getByRole('menu').isVisible()
  const { violations } = await new AxeBuilder({ page })
    // Base UI's stops for the keyboard around an open menu: focusable and hidden from readers on purpose.
    .exclude('[data-base-ui-focus-guard]')
    // The bar of a wait lies over the whole page, and may begin while axe looks.
    .exclude('[role=progressbar]')
    .disableRules(isMenuOpen ? ['region'] : [])
    .analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  )
  expect(found, page.url()).toEqual([])
}

/** The next page has come, and no colour is halfway between two states. */
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

/** For what is matched as a whole otherwise: a text with this somewhere in it. */
export function containing(text: string) {
  return new RegExp(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
}
