export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Where time comes from, so that tests can hold it still. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
