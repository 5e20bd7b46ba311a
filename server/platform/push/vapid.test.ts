import { expect, test } from 'vitest'
import { isPrivateKey, vapidKeysOf, vapidSubjectOf } from './vapid.ts'

const secret = 's'.repeat(43)

test('nodes with the same secret have the same keys, others have others', () => {
  const keys = vapidKeysOf({ secret, vapidPrivateKey: undefined })
  expect(vapidKeysOf({ secret, vapidPrivateKey: undefined })).toEqual(keys)
  expect(vapidKeysOf({ secret: 't'.repeat(43), vapidPrivateKey: undefined })).not.toEqual(keys)
  expect(keys.publicKey).toMatch(/^B[\w-]{86}$/)
  expect(isPrivateKey(keys.privateKey)).toBe(true)
})

test('the key that an operator sets counts', () => {
  const { privateKey, publicKey } = vapidKeysOf({ secret: 't'.repeat(43), vapidPrivateKey: undefined })
  expect(vapidKeysOf({ secret, vapidPrivateKey: privateKey })).toEqual({ privateKey, publicKey })
})

test.each(['', 'short', Buffer.alloc(32).toString('base64url'), Buffer.alloc(32, 255).toString('base64url')])(
  '%j is no private key',
  (text) => expect(isPrivateKey(text)).toBe(false),
)

test('the subject is the address of the site, or of its mails where it has none', () => {
  const mailFrom = 'noreply@site.example'
  expect(vapidSubjectOf({ publicUrl: 'https://site.example', mailFrom })).toBe('https://site.example')
  expect(vapidSubjectOf({ publicUrl: 'http://localhost:3000', mailFrom })).toBe('mailto:noreply@site.example')
})
