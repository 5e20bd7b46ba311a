import { href } from 'react-router'
import type { ChatPartner } from '#contract/chat/schemas.ts'
import { useDraft } from '#web/features/chat/composer/use-draft.ts'
import { storeReturnPath } from '#web/features/payments/checkout/return-path.ts'

/** Returns a function that stores a conversation, with its draft, as the place to go back to after buying. */
export function useReturnHere({ id, name, photo }: Pick<ChatPartner, 'id' | 'name' | 'photo'>) {
  const { text } = useDraft(id)
  return () =>
    storeReturnPath({ path: href('/members/:id/chat', { id }), name, photo: photo?.id ?? null, message: text })
}
