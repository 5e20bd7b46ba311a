import { expect, test } from 'vitest'
import { MINUTE, SECOND } from '#contract/time.ts'
import { isSigned, signatureOf } from './sandbox-signature.ts'

const now = new Date('2026-05-05T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const signed = { secret: 's'.repeat(43), body: Buffer.from('{"eventId":"a"}'), now }
const signature = signatureOf(signed)

test('a signature of our own is valid', () => {
  expect(isSigned({ ...signed, signature })).toBe(true)
})

test('every single digit of the digest counts', () => {
  const start = signature.indexOf('v1=') + 'v1='.length
  const accepted = Array.from({ length: signature.length - start }, (_, offset) => {
    const at = start + offset
    const other = signature[at] === '0' ? '1' : '0'
    return isSigned({ ...signed, signature: `${signature.slice(0, at)}${other}${signature.slice(at + 1)}` })
  })
  expect(accepted).toEqual(Array(64).fill(false))
})

test('the former secret is accepted while it is replaced', () => {
  const replaced = { ...signed, secret: 't'.repeat(43) }
  expect(isSigned({ ...replaced, signature })).toBe(false)
  expect(isSigned({ ...replaced, previousSecret: signed.secret, signature })).toBe(true)
})

test.each([
  ['half a digest', signature.slice(0, -32)],
  ['a digest and a half', `${signature}${signature.slice(-32)}`],
  ['upper case', signature.toUpperCase()],
  ['text before it', ` ${signature}`],
  ['text after it', `${signature},v1=0`],
  ['a list', [signature, signature]],
  ['nothing', undefined],
])('%s is no signature', (_, text) => {
  expect(isSigned({ ...signed, signature: text })).toBe(false)
})

test('it is valid for exactly five minutes in both directions', () => {
  for (const ms of [5 * MINUTE, -5 * MINUTE]) expect(isSigned({ ...signed, now: later(ms), signature })).toBe(true)
  for (const ms of [5 * MINUTE + SECOND, -5 * MINUTE - SECOND])
    expect(isSigned({ ...signed, now: later(ms), signature })).toBe(false)
})
