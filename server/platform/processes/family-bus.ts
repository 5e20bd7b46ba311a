import type { RealtimeBus } from '#server/platform/realtime/bus.ts'
import type { Family } from './family.ts'

/** Carries texts between the processes of one machine through the one that started them. */
export class FamilyBus implements RealtimeBus {
  readonly isLocal = false
  readonly reportsEnds = true
  readonly #family: Family
  readonly #channels = new Set<string>()
  #isAlone = true
  #lossListener = () => {}
  #gapListener: (channel: null) => void = () => {}

  constructor(family: Family) {
    this.#family = family
    family.onGap(() => this.#gapListener(null))
  }

  /** Sets whether no process outside the family shares the database: this bus does not reach those. */
  setAlone(isAlone: boolean) {
    if (isAlone === this.#isAlone) return
    this.#isAlone = isAlone
    if (isAlone) this.#gapListener(null)
    else this.#lossListener()
  }

  isLive() {
    return this.#isAlone
  }

  onLoss(listener: () => void) {
    this.#lossListener = listener
  }

  onGap(listener: (channel: null) => void) {
    this.#gapListener = listener
  }

  subscribe(channel: string) {
    this.#channels.add(channel)
    return undefined
  }

  unsubscribe(channel: string) {
    this.#channels.delete(channel)
  }

  publish(channel: string, text: string) {
    this.#family.publish(channel, text)
  }

  onMessage(listener: (channel: string, text: string) => void) {
    this.#family.onEvent((channel, text) => {
      if (this.#channels.has(channel)) listener(channel, text)
    })
  }

  async close() {}
}
