import { href } from 'react-router'
import type { QuotedPart } from '#contract/profiles/schemas.ts'

/** Names in the URL of a conversation of what its next message is about. */
export const ANSWER_QUERY = 'answer'
export const PHOTO_QUERY = 'about-photo'

/** Path of the conversation with a member, in which the next message is about a part of the profile. */
export function replyPath(profileId: string, part: QuotedPart) {
  const query = 'prompt' in part ? { [ANSWER_QUERY]: part.prompt } : { [PHOTO_QUERY]: part.photoId }
  return `${href('/members/:id/chat', { id: profileId })}?${new URLSearchParams(query).toString()}`
}
