/** What a failure says about the address: there is no such one, or it takes no mail at present. */
export type AddressFault = 'permanent' | 'temporary'

/** Subjects of codes that are not about the address: 3 the server, 6 the content of the mail, 7 policy. */
const OTHER_SUBJECTS = ['3', '6', '7']
/** The address of the sender. */
const SENDER_CODES = ['1.7', '1.8']
/** Codes for anything, which large providers use for an address that they do not have. */
const VAGUE_CODES = ['0.0', '5.0', '1.0']
/** Reasons that are not about the address, where the server names no code for them. */
const POLICY =
  /block|black ?list|spam|reputation|polic|\b(?:dnsbl|rbl|spf|dkim|dmarc)\b|rate limit|too many|relay|denied|authenti|sender|not permitted|rcpthosts/i

/**
 * Returns what a code such as `5.1.1` says about the address to which a mail went, or null if it is about
 * something else: a site whose mails are blocked for an hour must not lose the addresses of a whole provider.
 * Source: RFC 3463.
 */
export function addressFaultOf(status: string): AddressFault | null {
  const [, type, subject = '', detail = ''] = /^([45])\.(\d{1,3})\.(\d{1,3})/.exec(status) ?? []
  const code = `${subject}.${detail}`
  if (!type || OTHER_SUBJECTS.includes(subject) || SENDER_CODES.includes(code)) return null
  return type === '5' && (subject === '1' || code === '2.1') ? 'permanent' : 'temporary'
}

/** Whether a mail server that rejects a recipient with this answer has no such address. */
export function hasNoAddress(answer: string) {
  const status = /(?:^\d{3}[ -]|#)(\d\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1]
  if (status && !VAGUE_CODES.includes(status.slice(2))) return addressFaultOf(status) === 'permanent'
  return !POLICY.test(answer)
}
