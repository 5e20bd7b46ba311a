import { TYPING_MS } from '#contract/limits.ts'

/** Whether a further sign of typing is due. Two fit into the time that one is shown, so that it does not flicker. */
export function isTypingSignDue({ nowMs, lastSentAtMs }: { nowMs: number; lastSentAtMs: number }) {
  return nowMs - lastSentAtMs >= TYPING_MS / 2
}
