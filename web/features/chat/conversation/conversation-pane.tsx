import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useSearchParams } from 'react-router'
import { consumeStart } from '#web/features/likes/start-conversation.ts'
import { SHARED_QUERY } from '#web/api/shared-photos.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { User } from '#contract/accounts/schemas.ts'
import type { Conversation, Message, ChatPartner } from '#contract/chat/schemas.ts'
import { useMessageSummary } from '#web/features/chat/message/use-message-summary.ts'
import { Composer } from '#web/features/chat/composer/composer.tsx'
import type { ComposerHandle } from '#web/features/chat/composer/use-message-field.ts'
import { FREE_CONVERSATIONS } from '#contract/limits.ts'
import type { OpenConversation } from './conversation-merge.ts'
import { ConversationHead } from './conversation-head.tsx'
import { ConversationStarter } from './conversation-starter.tsx'
import { contentPrice } from '#web/features/chat/composer/credit-shortage.ts'
import { Feed } from './feed.tsx'
import { HelpButton } from './help-button.tsx'
import { keepConversation, storeNow } from '#web/features/chat/offline/stored-conversations.ts'
import { useOutbox, useSend } from '#web/features/chat/composer/use-send.ts'
import type { OutboxContent } from '#web/features/chat/outbox/outgoing-kinds.ts'
import { useProfileQuote } from '#web/features/chat/composer/use-profile-quote.ts'
import { usePartnerTyping } from '#web/features/chat/composer/use-typing.ts'
import { useMarkOpened } from './use-mark-opened.ts'
import { newFromPartner } from './new-messages.ts'
import { LimitHelp } from './limit-help.tsx'
import { helpByRejection } from './sending-help.ts'

/** One conversation: the partner, the messages, and the field for the next one. */
export function ConversationPane({ open, user }: { open: OpenConversation; user: User }) {
  const t = useTranslations('chat')
  const { conversation, messages } = open
  const { profile, rejection } = conversation
  const { credits } = user
  const outgoing = useOutbox(profile.id)
  const isPartnerTyping = usePartnerTyping({ conversationId: conversation.id, lastSeq: conversation.lastSeq })
  const composer = useRef<ComposerHandle>(null)
  const { replyTo, startReply, endReply, quote, endQuote, sentCount, send, retry, discard } = useWriting(
    conversation,
    composer,
  )
  const [searchParams] = useSearchParams()
  const suggestAnotherDay = useCallback(({ when, place }: Extract<Message, { kind: 'date' }>) => {
    composer.current?.suggestDate({ time: when.slice('2026-12-24T'.length), place })
  }, [])
  useKeepConversation(open, user.profile.id)
  useMarkOpened(conversation)
  useFocusAfterUnblock(rejection, composer)
  useFocusAfterStart(profile.id, composer)
  const isEmpty = messages.length === 0 && outgoing.length === 0

  return (
    <section
      aria-label={t('with', { name: profile.name })}
      data-partner={profile.id}
      className="flex h-full min-h-0 flex-col"
    >
      <ConversationHead conversation={conversation} credits={credits} isTyping={isPartnerTyping} />
      {isEmpty ? (
        <ConversationStarter conversation={conversation} onSuggest={(text) => composer.current?.suggest(text)} />
      ) : (
        <Feed
          open={open}
          ownId={user.profile.id}
          outgoing={outgoing}
          sentCount={sentCount}
          isPartnerTyping={isPartnerTyping}
          onReply={startReply}
          onSuggestDate={suggestAnotherDay}
          onRetry={retry}
          onDiscard={discard}
        />
      )}
      <Announcer open={open} ownId={user.profile.id} />
      {rejection === null ? (
        <Composer
          key={profile.id}
          ref={composer}
          conversation={conversation}
          credits={credits}
          replyTo={replyTo}
          onReplyEnd={endReply}
          quote={quote}
          onQuoteEnd={endQuote}
          startsWith={searchParams.has('gift') ? 'gift' : searchParams.has(SHARED_QUERY) ? 'photo' : null}
          onSend={send}
        />
      ) : (
        <CannotSend rejection={rejection} profile={profile} />
      )}
    </section>
  )
}

/** What the viewer writes: how it is sent, and the message or the part of the profile that it is about. */
function useWriting({ profile, prices }: Conversation, composer: RefObject<ComposerHandle | null>) {
  const { sendContent, retry, discard } = useSend(profile.id)
  const { quote, endQuote } = useProfileQuote(profile.id)
  const [replyTo, setReplyTo] = useState<Message | null>(null)
  const [sentCount, setSentCount] = useState(0)
  const startReply = useCallback(
    (message: Message) => {
      setReplyTo(message)
      composer.current?.focus()
    },
    [composer],
  )

  function send(content: OutboxContent) {
    sendContent(content, { price: contentPrice(prices, content), replyTo: replyTo?.seq ?? null, quote })
    setReplyTo(null)
    if (quote) endQuote()
    setSentCount((count) => count + 1)
  }
  return { replyTo, startReply, endReply: () => setReplyTo(null), quote, endQuote, sentCount, send, retry, discard }
}

/** Keeps what is shown on the device, so that it can be read without a connection. */
function useKeepConversation(open: OpenConversation, memberId: string) {
  useEffect(() => keepConversation(memberId, open), [memberId, open])
  useEffect(() => {
    const storeHidden = () => {
      if (document.visibilityState === 'hidden') storeNow()
    }
    document.addEventListener('visibilitychange', storeHidden)
    return () => document.removeEventListener('visibilitychange', storeHidden)
  }, [])
}

/** The button that lifts the block goes away with the focus: the field that takes its place gets it. */
function useFocusAfterUnblock(rejection: Conversation['rejection'], composer: RefObject<ComposerHandle | null>) {
  const before = useRef(rejection)
  useEffect(() => {
    const hasLostFocus = document.activeElement === null || document.activeElement === document.body
    if (before.current === 'blocked' && rejection === null && hasLostFocus) composer.current?.focus()
    before.current = rejection
  }, [rejection, composer])
}

/** Reads out to screen readers what the partner writes while the conversation is open, and no history. */
function Announcer({ open: { conversation, messages }, ownId }: { open: OpenConversation; ownId: string }) {
  const summary = useMessageSummary()
  const [afterSeq] = useState(conversation.lastSeq)
  const latest = newFromPartner(messages, { afterSeq, ownId }).at(-1)
  return (
    <p role="status" className="sr-only">
      {/* An element of its own for each message, so that the same text twice is read twice. */}
      {latest && <span key={latest.seq}>{`${conversation.profile.name}: ${summary(latest)}`}</span>}
    </p>
  )
}

interface Props {
  rejection: NonNullable<Conversation['rejection']>
  profile: ChatPartner
}

/** In place of the field: why nothing can be sent, and what helps. */
function CannotSend({ rejection, profile }: Props) {
  const t = useTranslations('chat.cannotSend')
  return (
    <div className="flex flex-col items-center gap-3 border-t border-line px-4 pt-4 pb-[max(--spacing(4),env(safe-area-inset-bottom))] text-center">
      <p className="text-text-muted">
        {t(rejection, { name: profile.name, gender: profile.gender, count: FREE_CONVERSATIONS })}
      </p>
      {rejection === 'conversation_limit' ? (
        <LimitHelp key={profile.id} profile={profile} />
      ) : (
        <HelpButton help={helpByRejection[rejection]} profile={profile} />
      )}
    </div>
  )
}

/** A chat that is started from the match or like modal begins in its field (LIKE-10). */
function useFocusAfterStart(profileId: string, composer: RefObject<ComposerHandle | null>) {
  useEffect(() => {
    if (consumeStart(profileId)) composer.current?.focus()
  }, [profileId, composer])
}
