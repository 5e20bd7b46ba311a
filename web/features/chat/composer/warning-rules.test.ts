import { describe, expect, test } from 'vitest'
import { warningsOf } from './warning-rules.ts'

describe('a reader is warned of', () => {
  test.each([
    ['https://example.org/me', ['link']],
    ['see www.example.org', ['link']],
    ['my photos are at hot-pics.xyz/ana', ['link']],
    ['add me: t.me/ana', ['link']],
    ['call me +33 6 12 34 56 78', ['phone']],
    ['06.12.34.56.78', ['phone']],
    ['(020) 7946 0958', ['phone']],
    ['write me on WhatsApp', ['phone']],
    ['tu as Telegram ?', ['phone']],
    ['Can you send me 200 €?', ['money']],
    ['please lend me some money', ['money']],
    ['I need $500 for my flight', ['money']],
    ['buy me a gift card', ['money']],
    ['a great investment opportunity', ['money']],
    ['I live from bitcoin', ['money']],
    ['IBAN FR76 3000 6000 0112 3456 7890 189', ['money', 'phone']],
    ['Peux-tu m’envoyer de l’argent ?', ['money']],
    ['j’ai besoin de 300 euros', ['money']],
    ['achète une carte cadeau', ['money']],
    ['tu peux payer mon billet ?', ['money']],
    ['send money by PayPal, www.example.org', ['money', 'link']],
  ])('%s', (text, expected) => {
    expect(warningsOf(text)).toEqual(expected)
  })
})

describe('no warning comes with', () => {
  test.each([
    'Hello, how was your weekend?',
    'I was born in 1990 and moved here in 2015.',
    'Let us meet at 19:30, table for 2.',
    'My favourite song is from 1999.',
    'The ticket was 15 euros, and worth it.',
    'Bonjour, tu aimes la randonnée ?',
    'J’adore la cuisine, surtout le poisson.e',
    'Tu me donnes envie de voyager.',
    'Ok.see you tomorrow',
    'Ça marche... à demain',
    'I need coffee',
    '',
    '👋🏽 你好',
  ])('%s', (text) => {
    expect(warningsOf(text)).toEqual([])
  })
})

test('a long text without sense does not hang the page', () => {
  // Rules that backtrack exponentially would run into the timeout of the test.
  expect(warningsOf(`${'1 '.repeat(2000)}${'a.'.repeat(2000)}${'send '.repeat(500)}`)).toEqual(['phone'])
})

test.each([
  ['an invisible sign inside a word', 'My what\u200bs\u00adapp', 'phone'],
  ['an invisible sign inside a number', '06 12\u2060 34 56 78', 'phone'],
  ['wide digits', '０６１２３４５６７８', 'phone'],
  ['digits of another style', '𝟎𝟔 𝟏𝟐 𝟑𝟒 𝟓𝟔 𝟕𝟖', 'phone'],
  ['Arabic digits', '٠٦١٢٣٤٥٦٧٨', 'phone'],
  ['wide letters', 'ｗｗｗ．example．ｃｏｍ', 'link'],
  ['letters of another style', 'Pay with 𝐛𝐢𝐭𝐜𝐨𝐢𝐧', 'money'],
] as const)('%s does not hide what is risky', (_, text, warning) => {
  expect(warningsOf(text)).toEqual([warning])
})
