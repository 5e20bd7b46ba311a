import { expect, test } from 'vitest'
import { mailboxOf, openerKey, textSignals, type SignalSettings } from './text-rules.ts'

const settings: SignalSettings = {
  signal_phrases: ['advance fee'],
  signal_contact_messages: 3,
  signal_opener_copies: 10,
  signal_reporters: 3,
}

test.each([
  ['Can you send me some money?', 1, ['money_phrase']],
  ['Please buy two Steam cards for me', 40, ['money_phrase']],
  ['Tu peux me faire un mandat cash ?', 1, ['money_phrase']],
  ['Kun je geld overmaken?', 1, ['money_phrase']],
  ['There is an Advance FEE', 1, ['money_phrase']],
  ['Write to anna (at) example (dot) com', 1, ['contact_data']],
  ['Add me on WhatsApp', 3, ['contact_data']],
  ['+31 6 12 34 56 78', 2, ['contact_data']],
  ['See https://elsewhere.example', 1, ['contact_data']],
  ['Send me money on WhatsApp', 1, ['money_phrase', 'contact_data']],
  // Later in a conversation people exchange their numbers.
  ['Add me on WhatsApp', 4, []],
  ['We met on 12.05.2024 at 18:30, it was 1.250,50', 1, []],
  ['I like long evenings and old coins', 1, []],
  ['I spend money on books', 1, []],
])('%j as message %i signals %j', (text, seq, signals) => {
  expect(textSignals({ text, seq }, settings)).toEqual(signals)
})

test.each([
  ['one long word', 'a'.repeat(100_000), []],
  ['many at signs', 'a@'.repeat(50_000), []],
  ['a long name of a host', `a@${'b'.repeat(100_000)}.com`, ['contact_data']],
])('a text of %s takes no time', (_, text, signals) => {
  const startedAt = performance.now()
  expect(textSignals({ text, seq: 1 }, settings)).toEqual(signals)
  // It takes milliseconds, and ten seconds where the time is quadratic.
  expect(performance.now() - startedAt).toBeLessThan(3000)
})

test('nothing is contact data where the setting is 0', () => {
  expect(textSignals({ text: 'Add me on WhatsApp', seq: 1 }, { ...settings, signal_contact_messages: 0 })).toEqual([])
})

test('copies of an opener are the same whatever the name, case and marks, and short ones count for nothing', () => {
  const key = openerKey('Hello Anna, I saw your photos and would love to meet you!')
  expect(key).not.toBeNull()
  expect(openerKey('hello BEA! I saw your photos... and would love to meet you')).toBe(key)
  expect(openerKey('Hello Anna, I saw your photos and would love to cook for you!')).not.toBe(key)
  expect(openerKey('Hi, how are you today?')).toBeNull()
})

test.each([
  ['A.Nna+shop@GMail.com', 'anna@gmail.com'],
  ['anna@googlemail.com', 'anna@gmail.com'],
  ['Anna.B+x@Example.com', 'anna.b@example.com'],
])('the mailbox of %s is %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
