import { afterEach, expect, test, vi } from 'vitest'
import { VOICE_PEAKS } from '#contract/limits.ts'
import { levelOf, peaksOf, startRecorder } from './recorder.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('each part has its loudest sample, relative to the loudest of all', () => {
  expect(peaksOf(Float32Array.of(0.1, -0.4, 0, 0.2, 0.05, 0), 3)).toEqual([100, 50, 13])
})

test('silence has no peaks, and a short recording as many as a long one', () => {
  expect(peaksOf(new Float32Array(100))).toEqual(Array.from({ length: VOICE_PEAKS }, () => 0))
  expect(peaksOf(Float32Array.of(1, 1, 1))).toHaveLength(VOICE_PEAKS)
})

test('a quiet voice moves the level too', () => {
  expect(levelOf(new Float32Array(8))).toBe(0)
  expect(levelOf(Float32Array.of(0.01, -0.04, 0))).toBe(20)
  expect(levelOf(Float32Array.of(0.2, -1.5))).toBe(100)
})

test('a cancelled recording switches everything off once, though its end is reported later', async () => {
  const { recorders, contexts, stopTrack } = stubDevice()
  const active = await startRecorder()
  active.cancel()
  const [meter] = contexts
  recorders[0]?.dispatchEvent(new Event('stop'))
  await expect(active.done).rejects.toThrow('unavailable')
  expect(meter?.close).toHaveBeenCalledOnce()
  expect(stopTrack).toHaveBeenCalledOnce()
})

/** A browser with a microphone whose recordings cannot be decoded. A recording ends when a test says so. */
function stubDevice() {
  const recorders: EventTarget[] = []
  const contexts: { close: () => Promise<void> }[] = []
  const stopTrack = vi.fn<() => void>()
  class FakeRecorder extends EventTarget {
    static isTypeSupported = () => true
    state = 'inactive'
    constructor() {
      super()
      recorders.push(this)
    }
    start() {
      this.state = 'recording'
    }
    stop() {
      this.state = 'inactive'
    }
  }
  class FakeContext {
    close = vi.fn<() => Promise<void>>().mockResolvedValue()
    constructor() {
      contexts.push(this)
    }
    createAnalyser = () => ({ fftSize: 8 })
    createMediaStreamSource = () => ({ connect() {} })
    decodeAudioData = async () => {
      throw new Error('no sound')
    }
  }
  const getUserMedia = async () => ({ getTracks: () => [{ stop: stopTrack }] })
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  vi.stubGlobal('AudioContext', FakeContext)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  return { recorders, contexts, stopTrack }
}
