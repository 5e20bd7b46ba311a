/** What a member does on a selfie. Texts: `poses` of `locales/<lang>/verification.json`. */
export const poses = [
  'thumb_up',
  'peace_sign',
  'open_hand',
  'fist_on_chin',
  'hand_on_head',
  'hand_on_cheek',
  'touch_ear',
  'cover_eye',
] as const
export type PoseName = (typeof poses)[number]

/** `none`: no selfie was sent yet, or it was withdrawn. The others are of the last one. */
export const verificationStates = ['none', 'waiting', 'approved', 'rejected', 'expired', 'lost'] as const

/** Why a selfie was rejected; shown to the member. */
export const selfieRejections = ['other_person', 'wrong_pose', 'unclear', 'edited'] as const
export type SelfieRejectionReason = (typeof selfieRejections)[number]
