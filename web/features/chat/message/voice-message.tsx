import { Suspense } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { CompletenessBar } from '#web/ui/feedback/completeness-bar.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import type { FeedMessage } from '#web/features/chat/conversation/feed-rows.ts'
import { isOutgoing } from './message-status.ts'

const VoicePlayer = lazyPart(async () => (await import('#web/features/chat/voice/voice-player.tsx')).VoicePlayer)

interface Props {
  message: Extract<FeedMessage, { kind: 'voice' }>
}

/** A voice message, or one that is being sent. The player is loaded with the first one. */
export function VoiceMessage({ message }: Props) {
  const t = useTranslations('chat-conversation.photo')
  const { durationMs, peaks } = isOutgoing(message) ? message : message.voice
  const percent = isOutgoing(message) && message.problem === null ? Math.round((message.share ?? 0) * 100) : 0
  return (
    // As high as the player, so that nothing moves when it is there.
    <div className="min-h-11">
      <Suspense>
        <VoicePlayer
          load={async () => (isOutgoing(message) ? message.file : fetchVoice(message.voice.id))}
          durationMs={durationMs}
          peaks={peaks}
        />
      </Suspense>
      {percent > 0 && <CompletenessBar percent={percent} label={t('uploading', { progress: percent / 100 })} />}
    </div>
  )
}

async function fetchVoice(id: string) {
  const reply = await fetch(voiceUrl(id))
  if (!reply.ok) throw new Error(`the voice message answers ${reply.status}`)
  return reply.blob()
}

/** Returns the address of a voice message, for its two members while they can read the message. */
function voiceUrl(id: string) {
  return `/chat-voices/${id}`
}
