import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { useAttempts } from '#web/ui/hooks/use-attempts.ts'
import { clockText } from './clock-text.ts'
import { Waveform } from './waveform.tsx'

interface Props {
  /** Returns the recording. Called at the first press: a page fetches no recording that is not played. */
  load: () => Promise<Blob>
  durationMs: number
  peaks: readonly number[]
}

/** The recording that plays now: another one that begins stops it. */
let playing: HTMLAudioElement | null = null

/** Plays a voice message. The position is a slider over the waveform, which the arrow keys move. */
export function VoicePlayer({ load, durationMs, peaks }: Props) {
  const t = useTranslations('chat-conversation.voice')
  const { state, positionMs, toggle, seek } = usePlayback({ load, durationMs })
  const isStarted = state === 'playing' || positionMs > 0
  return (
    <>
      <div className="flex items-center gap-1">
        <button
          type="button"
          aria-label={t(state === 'playing' ? 'pause' : 'play')}
          aria-busy={state === 'loading'}
          onClick={() => void toggle()}
          className="grid size-11 shrink-0 place-items-center rounded-full [&>svg]:size-6 [&>svg]:fill-current"
        >
          {state === 'loading' ? <Spinner size="sm" label="" /> : state === 'playing' ? <Pause /> : <Play />}
        </button>
        <div className="relative h-11 min-w-0 grow rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-1">
          <Waveform peaks={peaks} played={positionMs / durationMs} className="absolute inset-0 size-full py-1.5" />
          <input
            type="range"
            min={0}
            max={durationMs}
            step={stepOf(durationMs)}
            value={Math.min(positionMs, durationMs)}
            aria-label={t('position')}
            aria-valuetext={clockText(positionMs)}
            onChange={({ currentTarget }) => void seek(Number(currentTarget.value))}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </div>
        <span className="w-10 shrink-0 text-end text-xs tabular-nums">
          {clockText(isStarted ? positionMs : durationMs)}
        </span>
      </div>
      {state === 'failed' && (
        <p role="alert" className="px-2 pb-1 text-sm">
          {t('failed')}
        </p>
      )}
    </>
  )
}

/** Returns how far an arrow key moves the position: a thirtieth of the recording, in tenths of a second. */
function stepOf(durationMs: number) {
  return Math.max(1, Math.round(durationMs / 3000)) * 100
}

type State = 'idle' | 'loading' | 'playing' | 'paused' | 'failed'

function usePlayback({ load, durationMs }: Pick<Props, 'load' | 'durationMs'>) {
  const audio = useRef<HTMLAudioElement>(null)
  const opening = useRef<Promise<HTMLAudioElement>>(null)
  const [state, setState] = useState<State>('idle')
  const [positionMs, setPositionMs] = useState(0)
  const attempts = useAttempts()
  useEffect(() => () => release(audio.current), [])

  async function create() {
    const isCurrent = attempts.begin()
    setState('loading')
    const element = new Audio(URL.createObjectURL(await load()))
    element.addEventListener('timeupdate', () => setPositionMs(element.currentTime * 1000))
    element.addEventListener('pause', () => setState('paused'))
    element.addEventListener('playing', () => setState('playing'))
    element.addEventListener('ended', () => {
      element.currentTime = 0
      setPositionMs(0)
    })
    await findDuration(element)
    // The message has left the page meanwhile.
    if (!isCurrent()) {
      release(element)
      throw new Error('not needed any more')
    }
    audio.current = element
    return element
  }

  /** Returns the element that plays, with the recording in it: one for several presses. */
  async function open() {
    opening.current ??= create()
    try {
      return await opening.current
    } catch (error) {
      opening.current = null
      setState('failed')
      throw error
    }
  }

  async function toggle() {
    try {
      const element = await open()
      if (!element.paused) return element.pause()
      if (playing !== element) playing?.pause()
      playing = element
      await element.play()
    } catch {
      setState('failed')
    }
  }

  async function seek(ms: number) {
    const next = Math.min(Math.max(ms, 0), durationMs)
    setPositionMs(next)
    try {
      const element = await open()
      element.currentTime = next / 1000
      if (element.paused) setState('paused')
    } catch {
      // The state says so.
    }
  }
  return { state, positionMs, toggle, seek }
}

/** Ends a recording that no page shows, and frees its memory. */
function release(element: HTMLAudioElement | null) {
  if (!element) return
  element.pause()
  URL.revokeObjectURL(element.src)
  if (playing === element) playing = null
}

/**
 * Makes a recording seekable. Chromium writes recordings without their length, and finds it only when the
 * position is set behind the end.
 */
async function findDuration(element: HTMLAudioElement) {
  await new Promise<void>((resolve, reject) => {
    element.addEventListener('loadedmetadata', () => resolve(), { once: true })
    element.addEventListener('error', () => reject(new Error('not playable')), { once: true })
  })
  if (Number.isFinite(element.duration)) return
  await new Promise<void>((resolve) => {
    element.addEventListener('durationchange', () => resolve(), { once: true })
    element.currentTime = Number.MAX_SAFE_INTEGER
  })
  element.currentTime = 0
}
