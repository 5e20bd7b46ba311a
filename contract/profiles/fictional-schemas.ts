import type { z } from 'zod'
import { ProfileEdit } from './schemas.ts'

/** What an operator writes about a fictional profile (PRO-13). */
export const FictionalProfile = ProfileEdit.pick({
  name: true,
  gender: true,
  lookingFor: true,
  birthDate: true,
  country: true,
  region: true,
  city: true,
  about: true,
  answers: true,
  interests: true,
})
/** A version of one: earlier ones have neither answers nor interests. */
export const FictionalVersion = FictionalProfile.extend({
  answers: FictionalProfile.shape.answers.default([]),
  interests: FictionalProfile.shape.interests.default([]),
})
export type FictionalProfile = z.output<typeof FictionalProfile>
