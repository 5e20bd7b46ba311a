import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { OPERATOR_PAGE } from '#contract/limits.ts'
import { Line } from '#contract/settings/texts.ts'
import { auditActs, auditSubjects } from '../acts.ts'
import { RowKey } from '../row-key.ts'

const AuditFilters = {
  /** Of the operator who acted. */
  actor: z.uuid().optional(),
  act: z.enum(auditActs).optional(),
  subjectKind: z.enum(auditSubjects).optional(),
  /** As entries show it: of members and operators the public id. */
  subject: Line.max(60).optional(),
}

const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Null: the command line of the server. */
  actor: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Also one that this version of the program no longer records. */
  act: z.string(),
  subject: z
    .object({
      kind: z.string(),
      id: z.string(),
      /** Of an operator or a member; null once the member is erased. */
      name: z.string().nullable(),
    })
    .nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const listAudit = {
  summary: 'A page of the audit log, the newest first.',
  query: z.strictObject({
    ...AuditFilters,
    before: RowKey.optional(),
  }),
  reply: z.object({ entries: z.array(AuditEntry).max(OPERATOR_PAGE), next: z.int().nullable() }),
} satisfies EndpointSchemas

export const verifyAudit = {
  summary: 'Checks the chain of hashes of the audit log.',
  reply: z.object({
    entries: z.int(),
    /** The first entry that was changed, or that follows a missing one; null if none was. */
    brokenAt: z.int().nullable(),
    /** Of the last entry: to compare with one that was written down before. */
    lastHash: z.string().nullable(),
  }),
} satisfies EndpointSchemas

export const exportAudit = {
  summary: 'The audit log as a file.',
  query: z.strictObject({ ...AuditFilters, format: z.enum(['csv', 'json']) }),
  reply: z.string(),
} satisfies EndpointSchemas
