import { beforeAll, expect, test } from 'vitest'
import { PASSWORD_MAX_LENGTH } from '#contract/limits.ts'
import { isGuessable } from './password-strength.ts'

const personalTexts = ['Anna Berg', 'anna.berg@example.com', 'Rendezvous']

beforeAll(async () => {
  await isGuessable('the first call loads the dictionaries', { personalTexts })
})

test.each([
  ['password', 'a common password'],
  ['Passw0rd', 'a common password'],
  ['P@ssw0rd123', 'a common password with symbols for letters'],
  ['Sunshine99', 'a common password with digits behind it'],
  ['motdepasse', 'a common password in another language'],
  ['chocolat12', 'a French word with digits behind it'],
  ['12345678', 'a sequence of digits'],
  ['87654321', 'a sequence backwards'],
  ['qwertyuiop', 'a row of the keyboard'],
  ['azertyuiop', 'a row of the French keyboard'],
  ['aaaaaaaaaa', 'one distinct character'],
  ['abababab', 'two distinct characters'],
  ['anna.berg@example.com', 'the email'],
  ['Rendezvous1', 'the site'],
  ['berg2024', 'the name with a year'],
  ['jean1985', 'a first name with a year'],
  ['a'.repeat(PASSWORD_MAX_LENGTH), 'one distinct character, many times'],
])('%s is guessable: %s', async (password) => {
  expect(await isGuessable(password, { personalTexts })).toBe(true)
})

test.each([
  'correct horse battery',
  'tulip-Radiator',
  'Wq7#pl2zx',
  'Xk2#9pqL',
  'annabergstrasse',
  'пароль-и-чай',
  'Kg5 vT_0w9'.repeat(20),
])('%s is not guessable', async (password) => {
  expect(await isGuessable(password, { personalTexts })).toBe(false)
})

test('an empty name makes no password guessable', async () => {
  expect(await isGuessable('tulip-Radiator', { personalTexts: ['', ' '] })).toBe(false)
})

test.each([
  ['digits', '1234567890'],
  ['dates', '19851985'],
  ['symbols for letters', '@4$5!1|07+3(<{8#'],
  ['a common password with symbols', 'p@ssw0rd4$1!3'],
  ['words', 'correcthorsebatterystaple'],
])('the longest password of %s is checked in bounded time', async (_, part) => {
  const password = part.repeat(PASSWORD_MAX_LENGTH).slice(0, PASSWORD_MAX_LENGTH)
  // Loads the dictionaries, which the first check waits for.
  await isGuessable('tulip', { personalTexts })
  const before = process.cpuUsage()
  await isGuessable(password, { personalTexts })
  const { user, system } = process.cpuUsage(before)
  // In microseconds of processor time, which does not grow with what else the machine does. Without the
  // limits each of these takes 3 to 8 seconds.
  expect(user + system).toBeLessThan(500_000)
})
