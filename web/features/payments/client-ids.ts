/**
 * Gives the client id for the next request. The id stays the same while the choice does, so that a repeated request is
 * recognised by the server (CRED-2); another choice is another order.
 */
export function createClientIds<Choice>(newId: () => string = () => crypto.randomUUID()) {
  let last: { choice: Choice; id: string } | null = null
  return (choice: Choice) => {
    if (last?.choice !== choice) last = { choice, id: newId() }
    return last.id
  }
}
