import { ApiError } from '#web/api/api-error.ts'
import { createClientIds } from '#web/api/client-ids.ts'

/**
 * Sends a purchase under the client id of its choice. If the order with that id has ended meanwhile, it is
 * sent once more, under a new id.
 */
export function createPurchases<Choice>(newId?: () => string) {
  let clientIdFor = createClientIds<Choice>(newId)
  return async <Reply>(choice: Choice, send: (clientId: string) => Promise<Reply>) => {
    try {
      return await send(clientIdFor(choice))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'payments.order_ended') throw error
      clientIdFor = createClientIds<Choice>(newId)
      return send(clientIdFor(choice))
    }
  }
}
