import { lazy, Suspense, use, type ComponentProps, type ComponentType } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { CompletenessBar } from '#web/ui/feedback/completeness-bar.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import type { FeedMessage } from '#web/features/chat/conversation/feed-rows.ts'
import type { VoicePlayer } from '#web/features/chat/voice/voice-player.tsx'
import { isOutgoing } from './message-status.ts'

/** Loaded with the first voice message; without its code the place of the player says so. */
const Player = lazy<ComponentType<ComponentProps<typeof VoicePlayer>>>(() =>
  import('#web/features/chat/voice/voice-player.tsx').then(
    (part) => ({ default: part.VoicePlayer }),
    () => ({ default: PlayerFailed }),
  ),
)

const never = new Promise<never>(() => {})

/** Browsers may remember a module that could not be fetched until the page is loaded again. */
function PlayerFailed() {
  const t = useTranslations('chat-conversation.voice')
  const common = useTranslations('common')
  const isHydrated = useIsHydrated()
  // What the server has rendered stays: another element in place of it would be an error of hydration.
  if (!import.meta.env.SSR && !isHydrated) use(never)
  return (
    <p role="alert" className="px-2 text-sm">
      {t('failed')}{' '}
      <button type="button" className="min-h-11 font-semibold underline" onClick={() => location.reload()}>
        {common('retry')}
      </button>
    </p>
  )
}

interface Props {
  message: Extract<FeedMessage, { kind: 'voice' }>
}

/** A voice message, or one that is being sent. */
export function VoiceMessage({ message }: Props) {
  const t = useTranslations('chat-conversation.photo')
  const { durationMs, peaks } = isOutgoing(message) ? message : message.voice
  const percent = isOutgoing(message) && message.problem === null ? Math.round((message.share ?? 0) * 100) : 0
  return (
    // As high as the player, so that nothing moves when it is there.
    <div className="min-h-11">
      <Suspense>
        <Player
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
