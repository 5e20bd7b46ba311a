import type { CaseContent } from '#server/features/moderation/rules.ts'

/** What a case is about, more exactly than by its content. It stays when the content is erased. */
export type ContentKind = CaseContent['type'] | 'message_photo' | 'message_voice'

export function contentTypeOf(kind: ContentKind | null): CaseContent['type'] | null {
  return kind === 'message_photo' || kind === 'message_voice' ? 'message' : kind
}
