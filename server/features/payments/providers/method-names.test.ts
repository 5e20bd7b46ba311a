import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { methodInfo, methodNames } from '#contract/payments/payment-methods.ts'
import type { PaymentMethod } from '#contract/payments/schemas.ts'
import { adyenNames, mollieNames } from './method-names.ts'

const names: Partial<Record<PaymentMethod, string>>[] = [mollieNames, adyenNames]

test('each method can be paid at a real provider, or is closed', () => {
  const unreachable = methodNames.filter((method) => names.every((each) => each[method] === undefined))
  expect(unreachable).toEqual(methodNames.filter((method) => methodInfo(method).isClosed))
  expect(unreachable).toEqual(['giropay', 'sofort'])
})

test('docs/payment-methods.md names each method as the code does, and says why one is closed', async () => {
  const text = await readFile(new URL('../../../../docs/payment-methods.md', import.meta.url), 'utf8')
  const rows = text.split('\n').flatMap((line) => {
    const [, method, mollie, adyen, note] = line.split('|').map((cell) => cell.replaceAll('`', '').trim())
    return methodNames.some((name) => name === method) ? [{ row: [method, mollie, adyen], note }] : []
  })
  const closed = methodNames.filter((method) => methodInfo(method).isClosed)
  const expected = methodNames.map((method) => [method, ...names.map((each) => each[method] ?? '–')])
  expect(rows.map(({ row }) => row)).toEqual(expected)
  for (const method of closed) expect(rows.find(({ row }) => row[0] === method)?.note).toBeTruthy()
})
