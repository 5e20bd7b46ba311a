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
})
export type FictionalProfile = z.output<typeof FictionalProfile>
