import { beforeEach, describe, expect, test, vi } from 'vitest'
import { OverlayHistory } from './overlay-history.ts'

interface Entry {
  key: string
  idx: number
  overlay?: number
}

/** A browser's history and the router: it shows the page of each move that it sees. */
class Fixture {
  entries: Entry[] = [
    { key: 'list', idx: 0 },
    { key: 'profile', idx: 1 },
  ]
  index = 1
  moves: number[] = []
  page = { key: 'profile', index: 1 }
  overlays = new OverlayHistory(this, this.page)
  /** The router does not leave the page, as while it asks about changes that are not saved. */
  isBlocked = false

  get state() {
    return this.entries[this.index]
  }

  pushState(state: Entry) {
    this.entries = [...this.entries.slice(0, this.index + 1), state]
    this.index += 1
  }

  back() {
    this.moves.push(-1)
  }

  forward() {
    this.moves.push(1)
  }

  get shown() {
    return this.page.key
  }

  /** The router opens a page. */
  push(key: string) {
    this.pushState({ key, idx: this.page.index + 1 })
    this.#show()
  }

  /** The page replaces itself. */
  replace(key: string) {
    this.entries[this.index] = { key, idx: this.page.index }
    this.#show()
  }

  #show() {
    const { key = '', idx = 0 } = this.state ?? {}
    Object.assign(this.page, { key, index: idx })
  }

  /** The user moves; then all moves that follow from it. */
  move(by: number) {
    this.moves.push(by)
    let isReturning = false
    for (let step = this.moves.shift(); step !== undefined; step = this.moves.shift()) {
      this.index += step
      if (this.overlays.handleMove()) continue
      if (isReturning) isReturning = false
      else if (this.isBlocked) {
        isReturning = true
        this.moves.push(-step)
      } else this.#show()
    }
  }
}

let browser: Fixture
beforeEach(() => {
  browser = new Fixture()
})

/** Opens an overlay that closes when it is asked to. */
function open(options?: Parameters<OverlayHistory['open']>[1]) {
  const overlay = { isOpen: true, closed: () => {} }
  const close = vi.fn<() => void>(() => {
    overlay.isOpen = false
    overlay.closed()
  })
  overlay.closed = browser.overlays.open(close, options)
  return overlay
}

const closeByButton = (overlay: ReturnType<typeof open>) => {
  overlay.isOpen = false
  overlay.closed()
}

describe('Back', () => {
  test('closes an open overlay and stays on the page; the next one leaves it', () => {
    const overlay = open()
    browser.move(-1)
    expect([overlay.isOpen, browser.shown]).toEqual([false, 'profile'])
    browser.move(-1)
    expect(browser.shown).toBe('list')
  })

  test('that the router takes back, because leaving is blocked, changes nothing and works afterwards', () => {
    closeByButton(open())
    browser.isBlocked = true
    browser.move(-1)
    expect([browser.shown, browser.state?.key]).toEqual(['profile', 'profile'])
    const question = open()
    closeByButton(question)
    browser.isBlocked = false
    browser.move(-1)
    expect([browser.shown, browser.state?.key]).toEqual(['list', 'list'])
  })

  test('closes the topmost of two first', () => {
    const [viewer, dialog] = [open(), open()]
    browser.move(-1)
    expect([viewer.isOpen, dialog.isOpen]).toEqual([true, false])
    browser.move(-1)
    expect([viewer.isOpen, browser.shown]).toEqual([false, 'profile'])
  })

  test('leaves an overlay open that stays, and closes it once it does not', () => {
    let isNeeded = true
    const overlay = open({ staysOpen: () => isNeeded })
    for (let press = 0; press < 2; press += 1) {
      browser.move(-1)
      expect([overlay.isOpen, browser.shown, browser.state?.overlay]).toEqual([true, 'profile', 1])
    }
    isNeeded = false
    browser.move(-1)
    expect([overlay.isOpen, browser.shown]).toEqual([false, 'profile'])
    browser.move(-1)
    expect(browser.shown).toBe('list')
  })

  test('leaves an overlay open that stays above a page that has replaced itself', () => {
    const overlay = open({ staysOpen: () => true })
    browser.replace('filtered')
    browser.move(-1)
    expect([overlay.isOpen, browser.shown, browser.state?.key]).toEqual([true, 'filtered', 'filtered'])
  })

  test('leaves the page at once after an overlay was closed by its button', () => {
    closeByButton(open())
    browser.move(-1)
    expect(browser.shown).toBe('list')
  })

  test('leaves the page at once after two overlays were closed by their buttons', () => {
    const [viewer, dialog] = [open(), open()]
    closeByButton(dialog)
    closeByButton(viewer)
    browser.move(-1)
    expect(browser.shown).toBe('list')
  })

  test('closes an overlay that was opened again', () => {
    closeByButton(open())
    const again = open()
    expect(browser.entries).toHaveLength(3)
    browser.move(-1)
    expect([again.isOpen, browser.shown]).toEqual([false, 'profile'])
  })

  test('from a page that a button of an overlay opened shows the page below, once', () => {
    closeByButton(open())
    browser.push('chat')
    browser.move(-1)
    expect(browser.shown).toBe('profile')
    browser.move(-1)
    expect(browser.shown).toBe('list')
  })
})

describe('a page that replaces itself', () => {
  test('below an open overlay stays when Back closes it; the next one leaves it', () => {
    const overlay = open()
    browser.replace('filtered')
    browser.replace('filtered again')
    browser.move(-1)
    expect([overlay.isOpen, browser.shown, browser.state?.key]).toEqual([false, 'filtered again', 'filtered again'])
    browser.move(-1)
    expect([browser.shown, browser.state?.key]).toEqual(['list', 'list'])
  })

  test('is left at once after its overlays were closed by their buttons', () => {
    for (const key of ['filtered', 'filtered again']) {
      const overlay = open()
      browser.replace(key)
      closeByButton(overlay)
    }
    browser.replace('page 2')
    browser.move(-1)
    expect([browser.shown, browser.state?.key]).toEqual(['list', 'list'])
  })

  test('is left at once after it replaced the entry of an overlay that was closed before', () => {
    closeByButton(open())
    browser.replace('filtered')
    browser.push('chat')
    browser.move(-1)
    expect(browser.shown).toBe('filtered')
    browser.move(-1)
    expect(browser.shown).toBe('list')
  })

  test('is reached by Forward', () => {
    for (const key of ['filtered', 'filtered again']) {
      const overlay = open()
      browser.replace(key)
      closeByButton(overlay)
    }
    browser.move(-1)
    for (const key of ['profile', 'filtered', 'filtered again']) {
      browser.move(1)
      expect(browser.shown).toBe(key)
    }
  })
})

test('Forward to an overlay that is closed changes nothing', () => {
  const overlay = open()
  browser.move(-1)
  browser.move(1)
  expect([overlay.isOpen, browser.shown, browser.index]).toEqual([false, 'profile', 1])
})

test('without overlays the router sees every move', () => {
  browser.move(-1)
  expect(browser.shown).toBe('list')
  browser.move(1)
  expect(browser.shown).toBe('profile')
})
