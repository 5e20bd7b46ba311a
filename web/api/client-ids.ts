/**
 * Gives the client id for the next request. The id stays while the content does, so that the server
 * recognises a repeated request; other content is another request.
 */
export function createClientIds<Content>(newId: () => string = () => crypto.randomUUID()) {
  let last: { content: Content; id: string } | null = null
  return (content: Content) => {
    if (last?.content !== content) last = { content, id: newId() }
    return last.id
  }
}
