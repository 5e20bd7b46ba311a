import { addressFaultOf } from '#server/platform/mail/address-fault.ts'

/** What a returned mail or a complaint says: about which of our mails, and what happened to it. */
export interface ReturnedMessage {
  messageId: string
  /** The addresses that it names: as the mail was sent, and as it was forwarded. */
  recipients: string[]
  type: 'complaint' | 'permanent' | 'temporary'
}

interface Part {
  /** By name in lower case, unfolded. */
  headers: Map<string, string>
  body: string
}

/** A report has three parts; more are not looked at. */
const MAX_PARTS = 10

/**
 * Reads a delivery status notification (RFC 3464) or an abuse report (RFC 5965) as a mail server received it.
 * Returns null for anything else: a delay, a failure that says nothing about the address, an answering
 * machine, a mail without the headers of ours.
 */
export function readReturnedMessage(text: string): ReturnedMessage | null {
  const message = split(text.replaceAll(/\r?\n/g, '\n'))
  const contentType = message.headers.get('content-type') ?? ''
  const boundary = /boundary="?([^";\n]{1,70})/i.exec(contentType)?.[1]
  if (!/^multipart\/report\b/i.test(contentType) || !boundary) return null
  const parts = message.body
    .split(`--${boundary}`)
    .slice(1, MAX_PARTS + 1)
    .map((part) => split(part.replace(/^\n/, '')))
  const messageId = originalMessageId(parts)
  const report = reportOf(parts)
  return messageId && report ? { messageId, ...report } : null
}

function reportOf(parts: readonly Part[]): Omit<ReturnedMessage, 'messageId'> | null {
  const complaint = partOf(parts, /^message\/feedback-report\b/i)
  if (complaint) {
    const { headers } = split(`${complaint.body}\n\n`)
    const isAbuse = headers.get('feedback-type')?.toLowerCase() === 'abuse'
    return isAbuse ? { type: 'complaint', recipients: recipientsIn(headers, ['original-rcpt-to']) } : null
  }
  const status = partOf(parts, /^message\/(global-)?delivery-status\b/i)
  if (!status) return null
  // The first group is about the message, each other one about a recipient: our mails have one.
  const groups = status.body.split(/\n{2,}/).map((group) => split(`${group}\n\n`).headers)
  const recipient = groups.find((group) => group.has('action'))
  if (recipient?.get('action')?.toLowerCase() !== 'failed') return null
  const type = addressFaultOf(recipient.get('status') ?? '')
  return type && { type, recipients: recipientsIn(recipient, ['original-recipient', 'final-recipient']) }
}

/** Addresses are written as `rfc822; anna@example.com`, in complaints without the type. */
function recipientsIn(headers: ReadonlyMap<string, string>, names: readonly string[]) {
  return names.flatMap((name) => {
    // Without an expression, whose time may grow faster than the text: anyone can write this.
    const address = (headers.get(name) ?? '').split(/[\s;<>]/).findLast((text) => text !== '')
    return address?.includes('@') ? [address] : []
  })
}

/** The Message-ID of our mail, from its headers in the report. That of the report itself is not looked at. */
function originalMessageId(parts: readonly Part[]) {
  const original = partOf(parts, /^(message\/(global|rfc822(-headers)?)|text\/rfc822-headers)\b/i)
  return original && split(`${original.body}\n\n`).headers.get('message-id')
}

function partOf(parts: readonly Part[], type: RegExp) {
  const part = parts.find(({ headers }) => type.test(headers.get('content-type') ?? ''))
  if (part?.headers.get('content-transfer-encoding')?.toLowerCase() !== 'base64') return part
  return { ...part, body: Buffer.from(part.body, 'base64').toString('utf8').replaceAll('\r\n', '\n') }
}

function split(text: string): Part {
  const end = text.indexOf('\n\n')
  const head = end < 0 ? text : text.slice(0, end)
  const lines = head.replaceAll(/\n[ \t]+/g, ' ').split('\n')
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    // The first of a name counts: what comes later may have been added by others.
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  return { headers, body: end < 0 ? '' : text.slice(end + 2) }
}
