import Mic from 'lucide-react/icons/mic'
import Square from 'lucide-react/icons/square'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { VOICE_MAX_MS } from '#contract/limits.ts'
import { SECOND } from '#contract/time.ts'
import type { SendingDialogProps } from '#web/features/chat/sending-dialog-props.ts'
import { clockText } from '#web/features/chat/voice/clock-text.ts'
import {
  RecorderError,
  startRecorder,
  type ActiveRecorder,
  type Recording,
  type RecorderProblem,
} from '#web/features/chat/voice/recorder.ts'
import { VoicePlayer } from '#web/features/chat/voice/voice-player.tsx'
import { Waveform } from '#web/features/chat/voice/waveform.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { RoundButton } from '#web/ui/elements/round-button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { useAttempts } from '#web/ui/hooks/use-attempts.ts'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { SendButton } from './send-button.tsx'

/** Records a voice message, and sends it. */
export function VoicePopup({ profile, prices, credits, open, onOpenChange, onSend }: SendingDialogProps) {
  const t = useTranslations('chat-conversation.voice')
  const common = useTranslations('common')
  const { state, record, stop, level, reset } = useRecorder()
  const content = useRef<HTMLDivElement>(null)

  function close() {
    reset()
    onOpenChange(false)
  }
  // The control that had the focus goes away with each state.
  const act = (action: () => void) => () => {
    content.current?.focus()
    action()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={t('title', { name: profile.name })}
      closeLabel={common('close')}
    >
      <div ref={content} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        {state.kind === 'recorded' ? (
          <RecordingForm
            recording={state.recording}
            onSend={() => {
              onSend({ kind: 'voice', ...state.recording })
              close()
            }}
          >
            <SendButton label={t('send')} price={prices.voice} credits={credits} profile={profile} />
            <Button variant="ghost" onClick={act(reset)}>
              {t('again')}
            </Button>
          </RecordingForm>
        ) : state.kind === 'recording' ? (
          <>
            <RecordingTime level={level} />
            <div className="flex justify-center">
              <RoundButton icon={<Square className="fill-current" />} variant="primary" size="lg" onClick={act(stop)}>
                {t('stop')}
              </RoundButton>
            </div>
          </>
        ) : (
          <>
            <p className="text-center text-text-muted">{t('hint', { seconds: VOICE_MAX_MS / SECOND })}</p>
            {state.kind === 'failed' && (
              <Alert tone="warning" isLive>
                {t(state.problem)}
              </Alert>
            )}
            <div className="flex justify-center">
              <RoundButton
                icon={<Mic />}
                variant="primary"
                size="lg"
                isPending={state.kind === 'starting'}
                onClick={() => void record()}
              >
                {t('record')}
              </RoundButton>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}

interface RecordingFormProps {
  recording: Recording
  onSend: () => void
  /** The buttons. */
  children: ReactNode
}

function RecordingForm({ recording: { file, durationMs, peaks }, onSend, children }: RecordingFormProps) {
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <div className="rounded-lg bg-surface-muted p-2">
        <VoicePlayer key={file.lastModified} load={async () => file} durationMs={durationMs} peaks={peaks} />
      </div>
      {children}
    </form>
  )
}

/** How often the level is read. Its bars move by one each time. */
const LEVEL_EVERY_MS = 100
const LEVEL_BARS = 40

/** The time that has been recorded, and how loud it was: one sees that the microphone works. */
function RecordingTime({ level }: { level: () => number }) {
  const t = useTranslations('chat-conversation.voice')
  const [startedAtMs] = useState(() => performance.now())
  const [ms, setMs] = useState(0)
  const [levels, setLevels] = useState<number[]>(() => Array.from({ length: LEVEL_BARS }, () => 0))
  const read = useEffectEvent(() => {
    setMs(performance.now() - startedAtMs)
    setLevels((before) => [...before.slice(1), level()])
  })
  useEffect(() => {
    const timer = setInterval(() => read(), LEVEL_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-center justify-center gap-3 text-2xl font-semibold tabular-nums">
        <span aria-hidden className="size-3 rounded-full bg-danger motion-safe:animate-pulse" />
        <span role="status" className="sr-only">
          {t('recording')}
        </span>
        <span role="timer">{clockText(Math.floor(Math.min(ms, VOICE_MAX_MS) / SECOND) * SECOND)}</span>
      </p>
      <Waveform peaks={levels} played={1} className="h-14 w-full text-accent-text" />
    </div>
  )
}

type State =
  | { kind: 'idle' | 'starting' | 'recording' }
  | { kind: 'recorded'; recording: Recording }
  | { kind: 'failed'; problem: RecorderProblem }

/** Records with the microphone of the device, which is off before and after, also when the dialog closes. */
function useRecorder() {
  const [state, setState] = useState<State>({ kind: 'idle' })
  const active = useRef<ActiveRecorder>(null)
  const attempts = useAttempts()
  useEffect(() => () => active.current?.cancel(), [])

  async function record() {
    const isCurrent = attempts.begin()
    setState({ kind: 'starting' })
    try {
      const recorder = await startRecorder()
      if (!isCurrent()) return recorder.cancel()
      active.current = recorder
      setState({ kind: 'recording' })
      const recording = await recorder.done
      if (isCurrent()) setState({ kind: 'recorded', recording })
    } catch (error) {
      if (isCurrent())
        setState({ kind: 'failed', problem: error instanceof RecorderError ? error.problem : 'unavailable' })
    } finally {
      if (isCurrent()) active.current = null
    }
  }

  function reset() {
    attempts.end()
    active.current?.cancel()
    active.current = null
    setState({ kind: 'idle' })
  }
  const level = () => active.current?.level() ?? 0
  return { state, record, stop: () => active.current?.stop(), level, reset }
}
