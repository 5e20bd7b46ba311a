import { describe, expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { createPurchases } from './purchases.ts'

describe('a purchase', () => {
  function build() {
    let count = 0
    const purchase = createPurchases<string>(() => `id ${(count += 1)}`)
    const sent: string[] = []
    /** Sends it; the server rejects these ids. */
    const send = (choice: string, code: 'payments.order_ended' | 'payments.spending_limit', rejected: string[]) =>
      purchase(choice, async (clientId) => {
        sent.push(clientId)
        if (rejected.includes(clientId)) throw new ApiError(409, { code })
        return clientId
      })
    return { sent, send }
  }

  test('whose order has ended is sent once more under a new id, which is kept', async () => {
    const { sent, send } = build()
    await send('card', 'payments.order_ended', [])
    expect(await send('card', 'payments.order_ended', ['id 1'])).toBe('id 2')
    expect(await send('card', 'payments.order_ended', ['id 1'])).toBe('id 2')
    expect(sent).toEqual(['id 1', 'id 1', 'id 2', 'id 2'])
  })

  test('is not sent again and again, nor after another error', async () => {
    const { sent, send } = build()
    await expect(send('card', 'payments.order_ended', ['id 1', 'id 2', 'id 3'])).rejects.toThrow(ApiError)
    expect(sent).toEqual(['id 1', 'id 2'])
    await expect(send('card', 'payments.spending_limit', ['id 2'])).rejects.toThrow(ApiError)
    expect(sent).toEqual(['id 1', 'id 2', 'id 2'])
  })
})
