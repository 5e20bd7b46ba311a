import { expect, test } from 'vitest'
import { decrypt, encrypt, keyedHash } from './encryption.ts'

const config = { secret: 'a secret of thirty-two characters' }
const plain = Buffer.from('the secret of an authenticator app')
const of = { purpose: 'test', owner: '7' }

test('what was encrypted can be decrypted, and is never the same twice', () => {
  const [first, second] = [encrypt(config, { ...of, plain }), encrypt(config, { ...of, plain })]
  expect(decrypt(config, { ...of, data: first })).toEqual(plain)
  expect(first).not.toEqual(second)
  expect(first.includes(plain)).toBe(false)
})

test.each([
  ['for another purpose', config, { ...of, purpose: 'other' }],
  ['of another owner', config, { ...of, owner: '8' }],
  ['with another secret', { secret: 'another secret of thirty-two chars' }, of],
])('it cannot be decrypted %s', (_, otherConfig, other) => {
  const data = encrypt(config, { ...of, plain })
  expect(() => decrypt(otherConfig, { ...other, data })).toThrow(/authenticate/)
})

test('it cannot be decrypted when any byte was changed', () => {
  const data = encrypt(config, { ...of, plain })
  for (let at = 0; at < data.length; at += 1) {
    const changed = Buffer.from(data)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => decrypt(config, { ...of, data: changed })).toThrow(/authenticate/)
  }
})

test('while a secret is replaced, what the former one encrypted is read, and nothing is encrypted with it', () => {
  const replaced = { secret: 'a new secret of forty characters, or so', previousSecret: config.secret }
  expect(decrypt(replaced, { ...of, data: encrypt(config, { ...of, plain }) })).toEqual(plain)
  const renewed = encrypt(replaced, { ...of, plain })
  expect(decrypt({ secret: replaced.secret }, { ...of, data: renewed })).toEqual(plain)
  expect(() => decrypt(config, { ...of, data: renewed })).toThrow(/authenticate/)
})

test('stored hashes keep the key that is named for them', () => {
  const input = { purpose: 'a', text: 'x' }
  expect(keyedHash({ secret: 'another', hashSecret: config.secret }, input)).toEqual(keyedHash(config, input))
})

test('a keyed hash depends on text, purpose and secret', () => {
  const hashes = [
    keyedHash(config, { purpose: 'a', text: 'x' }),
    keyedHash(config, { purpose: 'a', text: 'y' }),
    keyedHash(config, { purpose: 'b', text: 'x' }),
    keyedHash({ secret: 'another' }, { purpose: 'a', text: 'x' }),
  ]
  expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(4)
  expect(keyedHash(config, { purpose: 'a', text: 'x' })).toEqual(hashes[0])
})
