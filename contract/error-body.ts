import { z } from 'zod'
import { errorStatus, type ErrorCode } from './errors.ts'

// Apart from the codes: every page needs those, hardly one the schema.

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]
const params = z.record(z.string(), z.union([z.string(), z.number()]))

/** The body of every refusal. `fields` names the inputs at fault, by their key in the request body. */
export const ErrorBody = z.object({
  error: z.object({
    code: z.enum(codes),
    params: params.optional(),
    fields: z.record(z.string(), z.object({ code: z.enum(codes), params: params.optional() })).optional(),
    /** Quote this to support: the server's log has the same id. */
    requestId: z.string().optional(),
  }),
})
export type ErrorBody = z.output<typeof ErrorBody>
