/** Why a review rejected a photo; shown to its owner. */
export const photoRejections = [
  'nudity',
  'no_person',
  'other_person',
  'minor',
  'quality',
  'advertising',
  'other',
] as const
