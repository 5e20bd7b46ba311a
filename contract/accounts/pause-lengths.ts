/** How long a pause lasts: `PAUSE_DAYS`, or `open`: until the member comes back (ACC-30). */
export const pauseLengths = ['week', 'month', 'open'] as const
export type PauseLength = (typeof pauseLengths)[number]
