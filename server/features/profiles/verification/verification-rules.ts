import { poses, type PoseName } from '#contract/profiles/verification.ts'

/** As stored: `asked` is a pose whose selfie was not sent yet. */
export type StoredState = 'asked' | 'waiting' | 'approved' | 'rejected' | 'expired' | 'lost'

/** Returns another pose than the last one. `random`: from 0 to below 1. */
export function nextPose(last: PoseName | null, random: number): PoseName {
  const others = poses.filter((pose) => pose !== last)
  return others[Math.floor(random * others.length)] ?? poses[0]
}

/** Returns whether a member can send a selfie: none waits, and the photos are not verified. */
export function needsSelfie(state: StoredState | null) {
  return state !== 'waiting' && state !== 'approved'
}

/**
 * Returns whether an operator may accept a selfie: the main photo of now is among the photos that the
 * operator saw beside it (PRO-36).
 */
export function mayAccept({ mainPhotoId, seenIds }: { mainPhotoId: string | null; seenIds: readonly string[] }) {
  return mainPhotoId !== null && seenIds.includes(mainPhotoId)
}

/** Returns whether accepted photos stop to count: the main photo is none that the operator saw (PRO-37). */
export function losesBadge(verified: { mainPhotoId: string | null; seenIds: readonly string[] }) {
  return !mayAccept(verified)
}
