import { z } from 'zod'

/** Greatest value of columns for sequence numbers and credits: the maximum of PostgreSQL's `integer`. */
export const INTEGER_MAX = 2 ** 31 - 1

/** A whole number from 0 in a path or query, in plain digits: no page sends `0x10`, `1e2`, ` 5` or `007`. */
export const UrlInteger = z.union([
  z.int().nonnegative().max(INTEGER_MAX),
  z
    .string()
    .max(10)
    .regex(/^(0|[1-9]\d{0,9})$/)
    .transform(Number)
    .pipe(z.int().max(INTEGER_MAX)),
])
