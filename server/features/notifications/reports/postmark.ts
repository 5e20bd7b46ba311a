import { z } from 'zod'
import type { ReceivedReport } from './record-report.ts'

/** Source: https://postmarkapp.com/developer/webhooks/bounce-webhook and …/spam-complaint-webhook */
const PostmarkReport = z.object({
  RecordType: z.enum(['Bounce', 'SpamComplaint']),
  ID: z.int(),
  Type: z.string(),
  Email: z.string().max(320),
  BouncedAt: z.string().refine((text) => Number.isFinite(Date.parse(text))),
})

/** Others are not about the address: `Blocked`, for instance, is a provider that rejects the sender. */
const bounceTypes = new Map<string, 'permanent' | 'temporary'>([
  ['HardBounce', 'permanent'],
  ['BadEmailAddress', 'permanent'],
  ['SoftBounce', 'temporary'],
  ['Transient', 'temporary'],
  ['DnsError', 'temporary'],
])

/** Returns what a webhook of Postmark reports; null for a kind that says nothing about an address. */
export function readPostmarkReport(body: unknown): ReceivedReport | null {
  const parsed = PostmarkReport.safeParse(body)
  if (!parsed.success) return null
  const { RecordType, ID, Type, Email: email, BouncedAt } = parsed.data
  const type = RecordType === 'SpamComplaint' ? 'complaint' : bounceTypes.get(Type)
  return type ? { id: `postmark ${ID}`, email, type, at: new Date(BouncedAt) } : null
}
