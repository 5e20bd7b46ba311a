import { VOICE_PEAKS } from '#contract/limits.ts'

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
