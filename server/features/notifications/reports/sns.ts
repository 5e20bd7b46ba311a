import { verify, X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { SECOND } from '#contract/time.ts'
import { AppError } from '#server/platform/errors.ts'
import { parseJson } from '#server/platform/parse-json.ts'

/** A request to Amazon may take this long. */
const TIMEOUT_MS = 5 * SECOND
const CERTIFICATE_MAX_BYTES = 20_000

/** What SNS posts. `SubscribeURL` and `Token`: of a subscription that asks to be confirmed. */
const SnsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().max(100),
  TopicArn: z.string().max(300),
  Subject: z.string().max(1000).nullish(),
  Message: z.string(),
  Timestamp: z.iso.datetime(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string().max(2000),
  SigningCertURL: z.string().max(500),
  SubscribeURL: z.string().max(2000).optional(),
  Token: z.string().max(1000).optional(),
})
export type SnsMessage = z.output<typeof SnsMessage>

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const satisfies Record<SnsMessage['Type'], readonly (keyof SnsMessage)[]>

/** Certificates change rarely, and each is fetched once. */
const certificates = new LRUCache<string, string>({ max: 20 })

/**
 * Reads a message of a topic whose signature Amazon made.
 * @throws AppError `notifications.report_rejected`
 * Source: https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 */
export async function readSnsMessage(body: string, { topicArn, now }: { topicArn: string; now: Date }) {
  const parsed = SnsMessage.safeParse(parseJson(body))
  if (!parsed.success || parsed.data.TopicArn !== topicArn) throw new AppError('notifications.report_rejected')
  const message = parsed.data
  const pem = await certificateAt(message.SigningCertURL)
  if (!isSigned(message, { pem, now })) throw new AppError('notifications.report_rejected')
  return message
}

/** Confirms the subscription of a topic, whose message was read by `readSnsMessage`. */
export async function confirmSubscription({ SubscribeURL }: SnsMessage) {
  if (!SubscribeURL || !isOfAmazon(SubscribeURL)) throw new AppError('notifications.report_rejected')
  await fetchFromAmazon(SubscribeURL)
}

async function certificateAt(url: string) {
  // Who names the certificate could name one of their own.
  if (!isOfAmazon(url) || !new URL(url).pathname.endsWith('.pem')) throw new AppError('notifications.report_rejected')
  const cached = certificates.get(url)
  if (cached) return cached
  const pem = await fetchFromAmazon(url)
  certificates.set(url, pem)
  return pem
}

/** Whether an address is one of SNS itself. */
export function isOfAmazon(url: string) {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, port, username, password } = new URL(url)
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  return isPlain && /^sns\.[a-z\d-]+\.amazonaws\.com(\.cn)?$/.test(hostname)
}

function isSigned(message: SnsMessage, { pem, now }: { pem: string; now: Date }) {
  const certificate = toCertificate(pem)
  const isValid = certificate && new Date(certificate.validFrom) <= now && now < new Date(certificate.validTo)
  if (!isValid) return false
  const text = signedFields[message.Type]
    .flatMap((field) =>
      message[field] === undefined || message[field] === null ? [] : [`${field}\n${message[field]}\n`],
    )
    .join('')
  const algorithm = message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1'
  return verify(algorithm, Buffer.from(text), certificate.publicKey, Buffer.from(message.Signature, 'base64'))
}

function toCertificate(pem: string) {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

/** Fetches a short text. The address was checked; a redirect could lead elsewhere. */
async function fetchFromAmazon(url: string) {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`Amazon SNS answered ${response.status}`)
  const text = await response.text()
  if (text.length > CERTIFICATE_MAX_BYTES) throw new Error('Amazon SNS answered too much')
  return text
}
