import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerDate, deleteMessage, setReaction } from '#contract/chat/calls.ts'
import type { DateAnswer, Message } from '#contract/chat/schemas.ts'
import type { Reaction } from '#contract/chat/gifts.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { patchDeleted } from '#web/features/chat/list/chats-cache.ts'
import { applyDespiteFetches, updateConversation } from '#web/features/chat/conversation/conversation-cache.ts'
import { replaceMessage } from '#web/features/chat/conversation/conversation-merge.ts'

interface ReactionInput {
  message: Message
  reaction: Reaction | null
}

interface AnswerInput {
  message: Extract<Message, { kind: 'date' }>
  answer: DateAnswer
}

/**
 * Reacts to messages, answers dates, and deletes own ones for both. Reactions and answers show at once, and
 * are undone if they fail.
 */
export function useChangeMessage(ownId: string) {
  const client = useQueryClient()
  const showError = useErrorToast()
  const show = (message: Message) =>
    applyDespiteFetches(client, () =>
      updateConversation(client, message.conversationId, (open) => replaceMessage(open, message)),
    )

  const react = useMutation({
    // One after the other, so that the last choice wins.
    scope: { id: 'reactions' },
    mutationFn: ({ message: { conversationId, seq }, reaction }: ReactionInput) =>
      call(setReaction, { params: { conversationId, seq }, body: { reaction } }),
    onMutate: ({ message, reaction }) => show(withReaction(message, { reaction, ownId })),
    onSuccess: ({ message }) => show(message),
    onError: (error, { message }) => {
      show(message)
      showError(error)
    },
  })
  const answer = useMutation({
    // One after the other, so that the last answer wins.
    scope: { id: 'date answers' },
    mutationFn: ({ message: { conversationId, seq }, answer: chosen }: AnswerInput) =>
      call(answerDate, { params: { conversationId, seq }, body: { answer: chosen } }),
    onMutate: ({ message, answer: chosen }) => show({ ...message, answer: chosen }),
    onSuccess: ({ message }) => show(message),
    onError: (error, { message }) => {
      show(message)
      showError(error)
    },
  })
  const remove = useMutation({
    mutationFn: ({ conversationId, seq }: Message) => call(deleteMessage, { params: { conversationId, seq } }),
    onSuccess: ({ message }) => {
      show(message)
      patchDeleted(client, message)
    },
    onError: showError,
  })
  return { react: react.mutate, answer: answer.mutate, remove }
}

/** Returns a message with the viewer's reaction. */
export function withReaction(
  message: Message,
  { reaction, ownId }: { reaction: Reaction | null; ownId: string },
): Message {
  const side = message.senderId === ownId ? 'sender' : 'receiver'
  return { ...message, reactions: { ...message.reactions, [side]: reaction } }
}
