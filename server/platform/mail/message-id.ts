import { acceptedSecrets, isSameText, macWith, type Secrets } from '#server/platform/encryption.ts'

const MAC_BYTES = 12

/**
 * Returns the first part of the Message-ID of a mail, which is signed together with its address: a returned
 * mail that names both is known as ours without a stored row.
 */
export function messageIdFor({ secret }: Pick<Secrets, 'secret'>, { id, to }: { id: string; to: string }) {
  const mac = macWith(secret, { purpose: 'mail to an address', text: `${id} ${to.toLowerCase()}` })
  return `${id}-${mac.subarray(0, MAC_BYTES).toString('hex')}`
}

/** Whether a Message-ID is that of a mail which was sent to this address. */
export function isMessageTo(secrets: Secrets, { messageId, to }: { messageId: string; to: string }) {
  const [, local = '', id = ''] = /^<?((\d{17}-\w{14})-[\da-f]{24})@/.exec(messageId) ?? []
  return id !== '' && acceptedSecrets(secrets).some((secret) => isSameText(local, messageIdFor({ secret }, { id, to })))
}
