import { expect, test } from 'vitest'
import { isOnlyEmoji } from './only-emoji.ts'

test.each(['😂', '❤️', '👍🏽', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🇳🇱', '1️⃣', '😀 😀 😀'])('up to three emoji are shown large: %s', (text) => {
  expect(isOnlyEmoji(text)).toBe(true)
})

test.each(['', 'a', '1', '12', '#', ':)', '😀!', 'Hello 😀', '😀😀😀😀', 'é', 'مرحبا', '…'])(
  'other texts are not: %s',
  (text) => {
    expect(isOnlyEmoji(text)).toBe(false)
  },
)
