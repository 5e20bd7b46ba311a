import { useImperativeHandle, useRef, type Ref } from 'react'
import { flushSync } from 'react-dom'
import type { Conversation } from '#contract/chat/schemas.ts'
import type { DateStart } from '#web/features/chat/sending-dialog-props.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { checkDraft, withEmoji, withSuggestion } from './message-draft.ts'
import { useDraft } from './use-draft.ts'
import { useTypingIndicator } from './use-typing.ts'

/** What others can do with the field of a composer. */
export interface ComposerHandle {
  /** Puts a suggestion into the field, below what is written there, to be changed and sent by the viewer. */
  suggest: (text: string) => void
  focus: () => void
  /** Opens the suggestion of a date, with what it begins with. */
  suggestDate: (start: DateStart) => void
}

interface Options {
  ref: Ref<ComposerHandle>
  onSuggestDate: ComposerHandle['suggestDate']
}

/** The text that the viewer is writing in a conversation, and the field for it, to be set as `inputRef`. */
export function useMessageField({ id, profile }: Conversation, { ref, onSuggestDate }: Options) {
  const { message_length: maxLength } = useSettings()
  const inputRef = useRef<HTMLTextAreaElement>(null)
  const typingIndicator = useTypingIndicator(id)
  const draft = useDraft(profile.id)
  const suggested = useRef<string>(null)
  const focus = () => inputRef.current?.focus()

  useImperativeHandle(ref, () => ({
    suggest(suggestion) {
      draft.change(withSuggestion(draft.text, { suggestion, before: suggested.current }))
      suggested.current = suggestion
      focus()
    },
    focus,
    suggestDate: onSuggestDate,
  }))

  return {
    inputRef,
    focus,
    maxLength,
    text: draft.text,
    ...checkDraft(draft.text, maxLength),
    type(text: string) {
      draft.change(text)
      typingIndicator.typed()
    },
    /** Puts an emoji where the cursor is. The field gets no focus: on a phone its keyboard would open. */
    insertEmoji(emoji: string) {
      const field = inputRef.current
      const at = draft.text.length
      const { text, cursor } = withEmoji(draft.text, {
        emoji,
        start: field?.selectionStart ?? at,
        end: field?.selectionEnd ?? at,
      })
      flushSync(() => draft.change(text))
      field?.setSelectionRange(cursor, cursor)
      typingIndicator.typed()
    },
    /** Empties the field once its text is sent. */
    clear() {
      draft.clear()
      typingIndicator.sent()
    },
  }
}
