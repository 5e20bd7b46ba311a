import { LocalBus } from '#server/platform/realtime/bus.ts'
import type { Family } from './family.ts'

/** Carries texts between the processes of one machine through the one that started them. */
export class FamilyBus extends LocalBus {
  override readonly isLocal = false
  override readonly reportsEnds = true
  readonly #family: Family
  readonly #channels = new Set<string>()

  constructor(family: Family) {
    super()
    this.#family = family
    family.onGap(() => this.reportGap())
  }

  override subscribe(channel: string) {
    this.#channels.add(channel)
    return undefined
  }

  override unsubscribe(channel: string) {
    this.#channels.delete(channel)
  }

  override publish(channel: string, text: string) {
    this.#family.publish(channel, text)
  }

  override onMessage(listener: (channel: string, text: string) => void) {
    this.#family.onEvent((channel, text) => {
      if (this.#channels.has(channel)) listener(channel, text)
    })
  }
}
