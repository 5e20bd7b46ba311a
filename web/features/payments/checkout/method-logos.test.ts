import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { methodNames } from '#contract/payments/payment-methods.ts'

test('every payment method has a logo', () => {
  const sprite = readFileSync(new URL('method-logos.svg', import.meta.url), 'utf8')
  const ids = [...sprite.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id)
  expect(new Set(ids)).toEqual(new Set(methodNames))
  expect(ids).toHaveLength(methodNames.length)
})
