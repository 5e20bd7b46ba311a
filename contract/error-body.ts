import { z } from 'zod'
import { errorStatus, type ErrorCode } from './errors.ts'

// A separate file, because every page needs the codes of errors.ts but few need this schema.

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]
const params = z.record(z.string(), z.union([z.string(), z.number()]))

/** The body of every error reply. `fields`: the errors of single inputs, by key in the request body. */
export const ErrorBody = z.object({
  error: z.object({
    code: z.enum(codes),
    params: params.optional(),
    fields: z.record(z.string(), z.object({ code: z.enum(codes), params: params.optional() })).optional(),
    /** For support: the server's log contains the same id. */
    requestId: z.string().optional(),
  }),
})
export type ErrorBody = z.output<typeof ErrorBody>
