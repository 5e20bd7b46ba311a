import { VOICE_MAX_MS, VOICE_PEAKS } from '#contract/limits.ts'

/** Recordings that the site takes, the one that all browsers play first. */
const TYPES = ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']

/** Enough for a voice: a minute has about 240 KB. */
const BITS_PER_SECOND = 32_000

export interface Recording {
  file: File
  durationMs: number
  peaks: number[]
}

/** Why nothing can be recorded: it is not allowed, or browser or device cannot do it. */
export type RecorderProblem = 'denied' | 'unavailable'

export class RecorderError extends Error {
  readonly problem: RecorderProblem

  constructor(problem: RecorderProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

export interface ActiveRecorder {
  /** How loud it is now, from 0 to 100; 0 where the browser cannot tell. */
  level: () => number
  /** Ends the recording: `done` resolves. */
  stop: () => void
  /** Ends it without a result, and switches the microphone off. */
  cancel: () => void
  /** The recording, when it was stopped or has reached its longest time. */
  done: Promise<Recording>
}

/**
 * Asks for the microphone and records.
 * @throws RecorderError
 */
export async function startRecorder(): Promise<ActiveRecorder> {
  const type =
    typeof MediaRecorder === 'undefined' ? undefined : TYPES.find((each) => MediaRecorder.isTypeSupported(each))
  if (type === undefined || !navigator.mediaDevices) throw new RecorderError('unavailable')
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((cause: unknown) => {
    const isDenied = cause instanceof DOMException && cause.name === 'NotAllowedError'
    throw new RecorderError(isDenied ? 'denied' : 'unavailable', { cause })
  })
  try {
    return record(stream, type)
  } catch (cause) {
    for (const track of stream.getTracks()) track.stop()
    throw new RecorderError('unavailable', { cause })
  }
}

function record(stream: MediaStream, type: string): ActiveRecorder {
  const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: BITS_PER_SECOND })
  const parts: Blob[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Recording>()
  const meter = createMeter(stream)
  let isOn = true
  const switchOff = () => {
    // A recording that is cancelled stops a moment later, too; a context that is closed twice rejects.
    if (!isOn) return
    isOn = false
    clearTimeout(limit)
    meter.close()
    for (const track of stream.getTracks()) track.stop()
  }
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  recorder.addEventListener('stop', () => {
    switchOff()
    measure(new Blob(parts, { type })).then(resolve, reject)
  })
  recorder.addEventListener('error', () => {
    switchOff()
    reject(new RecorderError('unavailable'))
  })
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  recorder.start()
  const limit = setTimeout(stop, VOICE_MAX_MS)
  return {
    level: meter.level,
    stop,
    cancel() {
      // No one waits for the result any more.
      promise.catch(() => {})
      stop()
      switchOff()
    },
    done: promise,
  }
}

/** Measures the microphone while it records. Without it the recording is the same, and shows no level. */
function createMeter(stream: MediaStream) {
  try {
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    const samples = new Float32Array(analyser.fftSize)
    context.createMediaStreamSource(stream).connect(analyser)
    return {
      level() {
        analyser.getFloatTimeDomainData(samples)
        return levelOf(samples)
      },
      close: () => void context.close(),
    }
  } catch {
    return { level: () => 0, close() {} }
  }
}

/** Returns how loud samples are to the ear, from 0 to 100: a quiet voice counts too. */
export function levelOf(samples: Float32Array) {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return Math.round(Math.sqrt(Math.min(1, loudest)) * 100)
}

/** Decodes a recording for its length and loudness: what the recorder writes does not name them. */
async function measure(blob: Blob): Promise<Recording> {
  const context = new AudioContext()
  try {
    const audio = await context.decodeAudioData(await blob.arrayBuffer())
    const durationMs = Math.min(Math.max(1, Math.round(audio.duration * 1000)), VOICE_MAX_MS)
    const file = new File([blob], 'voice', { type: blob.type })
    return { file, durationMs, peaks: peaksOf(audio.getChannelData(0)) }
  } catch (cause) {
    throw new RecorderError('unavailable', { cause })
  } finally {
    void context.close()
  }
}

/**
 * Returns how loud the parts of a recording are, from 0 to 100, for its waveform. The loudest part has
 * 100, so that a quiet voice is seen as well.
 */
export function peaksOf(samples: Float32Array, count = VOICE_PEAKS): number[] {
  const size = samples.length / count
  const parts = Array.from({ length: count }, (_, index) => {
    let loudest = 0
    for (let at = Math.floor(index * size); at < Math.floor((index + 1) * size); at += 1)
      loudest = Math.max(loudest, Math.abs(samples[at] ?? 0))
    return loudest
  })
  const highest = Math.max(...parts)
  return parts.map((part) => (highest === 0 ? 0 : Math.round((part / highest) * 100)))
}
