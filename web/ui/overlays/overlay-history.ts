type PageHistory = Pick<History, 'state' | 'pushState' | 'back' | 'forward'>

/** The page that the router shows now. */
interface ShownPage {
  readonly key: string
  /** Its place in the router's history. */
  readonly index: number
}

interface Overlay {
  close: () => void
  /** Back does not close it: the browser returns to its entry. */
  staysOpen: () => boolean
}

/**
 * Makes Back close the topmost overlay instead of leaving the page. Each open overlay has a history entry
 * with the page's address and router key. A move between entries with the same key means nothing to the
 * router, so it is handled here and hidden from it.
 *
 * An overlay closed by a button leaves its entry: going back at once would race with a navigation of that
 * button. The next overlay reuses such an entry, and Back passes over it.
 *
 * A page that replaces itself, such as a list with another filter, replaces the overlay's entry. The entry
 * below is then outdated: Back closes an open overlay, and otherwise passes over the outdated entry.
 */
export class OverlayHistory {
  readonly #history: PageHistory
  /** The open overlays, topmost last. */
  readonly #open: Overlay[] = []
  readonly #page: ShownPage
  /** Keys of the pages that have had entries of overlays, oldest first. */
  readonly #pagesBelow: string[] = []
  /** Overlay entries of the page below the present one, itself included; `#depthKey` names the page. */
  #depth = 0
  #depthKey: string | undefined
  /** Key of the page whose overlay entry is being passed over by a move that was started here. */
  #skippedKey: string | undefined

  constructor(history: PageHistory, page: ShownPage) {
    this.#history = history
    this.#page = page
  }

  /** Registers an overlay that has opened. Returns a function to call when it has closed, in whatever way. */
  open(close: () => void, { staysOpen = () => false }: Partial<Pick<Overlay, 'staysOpen'>> = {}) {
    const overlay = { close, staysOpen }
    this.#open.push(overlay)
    this.#followPage()
    if (this.#depth < this.#open.length) this.#push()
    return () => {
      const index = this.#open.lastIndexOf(overlay)
      if (index >= 0) this.#open.splice(index, 1)
    }
  }

  /** Handles a move in the history. Returns whether to hide it from the router. */
  handleMove(): boolean {
    const { state } = this.#history
    const key = keyOf(state)
    if (this.#skippedKey === undefined && this.#isOutdated(key)) {
      this.#leaveOutdated()
      return true
    }
    this.#followPage()
    const before = this.#depth
    this.#depth = depthOf(state)
    this.#depthKey = key
    if (this.#skippedKey !== undefined) {
      const isHidden = key === this.#skippedKey
      this.#skippedKey = undefined
      return isHidden
    }
    if (key !== this.#page.key) {
      // Back from another page to an overlay that is not open any more.
      if (this.#depth > 0) this.#skip(key)
      return false
    }
    // The router returns to its page, because something blocks leaving it.
    if (this.#depth === 0 && before === 0) return false
    if (this.#depth >= before) this.#skip(key)
    else if (this.#depth < this.#open.length) this.#closeTopmost(key)
    // The overlay of the entry that was left had been closed by a button: on to where the user wants to go.
    else this.#history.back()
    return true
  }

  /** Whether the present entry is below that of the page, which has replaced the entry of an overlay. */
  #isOutdated(key: string) {
    const place = this.#pagesBelow.indexOf(this.#page.key)
    const below = this.#pagesBelow.slice(0, place < 0 ? undefined : place)
    return key !== this.#page.key && below.includes(key) && indexOf(this.#history.state) === this.#page.index
  }

  #leaveOutdated() {
    const topmost = this.#open.at(-1)
    if (!topmost) return this.#history.back()
    if (!topmost.staysOpen()) topmost.close()
    this.#skippedKey = this.#page.key
    return this.#history.forward()
  }

  #closeTopmost(key: string) {
    const topmost = this.#open.at(-1)
    if (!topmost?.staysOpen()) return topmost?.close()
    this.#skippedKey = key
    return this.#history.forward()
  }

  /** A page that the router has opened since the last move has no entries of overlays yet. */
  #followPage() {
    if (this.#depthKey === this.#page.key) return
    this.#depthKey = this.#page.key
    this.#depth = 0
  }

  #skip(key: string) {
    this.#skippedKey = key
    this.#history.back()
  }

  #push() {
    const { state } = this.#history
    this.#depth = this.#open.length
    if (!this.#pagesBelow.includes(this.#page.key)) this.#pagesBelow.push(this.#page.key)
    this.#history.pushState({ ...(isRecord(state) ? state : {}), overlay: this.#depth }, '')
  }
}

function isRecord(state: unknown): state is Record<string, unknown> {
  return typeof state === 'object' && state !== null
}

/** The router gives the first entry of a visit no key, and calls it `default`. */
function keyOf(state: unknown) {
  return isRecord(state) && typeof state['key'] === 'string' ? state['key'] : 'default'
}

function depthOf(state: unknown) {
  return isRecord(state) && typeof state['overlay'] === 'number' ? state['overlay'] : 0
}

function indexOf(state: unknown) {
  return isRecord(state) && typeof state['idx'] === 'number' ? state['idx'] : undefined
}
