import { ApiError } from '#web/api/api-error.ts'

/**
 * Gives the client id for the next request. The id stays while the choice does, so that the server recognises
 * a repeated request (CRED-2); another choice is another order.
 */
export function createClientIds<Choice>(newId: () => string = () => crypto.randomUUID()) {
  let last: { choice: Choice; id: string } | null = null
  return (choice: Choice) => {
    if (last?.choice !== choice) last = { choice, id: newId() }
    return last.id
  }
}

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
