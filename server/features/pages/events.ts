import { defineEvent } from '#server/platform/events.ts'

/** A visitor or member sent a complaint, which is stored with its receipt. */
export const complaintSent = defineEvent<{
  /** The reference of the receipt. */
  complaintId: string
  siteId: number
  /** The account that has confirmed the address. */
  userId: number | null
  topic: string
}>('complaint.sent')
