import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { EXPORTS_PER_DAY } from '#contract/limits.ts'

const exportId = z
  .string()
  .length(14)
  .regex(/^[0-9A-Za-z]+$/)
export const ExportId = exportId

/** The latest export of the member's own data. */
export const DataExport = z.object({
  id: exportId,
  status: z.enum(['waiting', 'ready', 'failed']),
  /** Finished share of a waiting export, in percent. */
  percent: z.int().min(0).max(100),
  /** Of the file, in bytes; null before it is ready. */
  size: z.int().nullable(),
  requestedAt: z.iso.datetime(),
  /** When the file is deleted; null before it is ready. */
  expiresAt: z.iso.datetime().nullable(),
})
export type DataExport = z.output<typeof DataExport>

const ExportReply = z.object({
  export: DataExport.nullable(),
  /** Exports that can be requested now. */
  left: z.int().min(0).max(EXPORTS_PER_DAY),
})

export const getExport = {
  summary: 'The latest export of the own data, or null.',
  reply: ExportReply,
} satisfies EndpointSchemas

export const requestExport = {
  summary: 'Requests an export of the own data. A mail reports when it can be downloaded.',
  reply: ExportReply,
} satisfies EndpointSchemas
