import { z } from 'zod'
import { CURSOR_MAX_LENGTH } from '#contract/limits.ts'

/** Query of a paged list. `after` is the `next` of the page before; without it the list starts. */
export const PageQuery = z.strictObject({ after: z.string().max(CURSOR_MAX_LENGTH).optional() })
