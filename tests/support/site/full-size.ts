/**
 * Whether checks of reliability and security run at the size that they promise, which takes minutes each:
 * `FULL=1 npx vitest run …` on a machine without other work. By default they are small.
 */
export const IS_FULL = process.env['FULL'] === '1'

/** Whether databases of tests are partitioned, as that of a large site: `PARTITIONED=1 npx vitest run …`. */
export const IS_PARTITIONED = process.env['PARTITIONED'] === '1'
