import { z } from 'zod'

/** In a query: the key of a row, of a `bigint` column whose values JavaScript represents exactly. */
export const RowKey = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 53 - 1)
