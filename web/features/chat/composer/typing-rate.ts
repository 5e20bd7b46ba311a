import { TYPING_MS } from '#contract/limits.ts'

/** Whether a further typing event is due. Two fit into the time of one, so that nothing flickers. */
export function isTypingEventDue({ nowMs, lastSentAtMs }: { nowMs: number; lastSentAtMs: number }) {
  return nowMs - lastSentAtMs >= TYPING_MS / 2
}
