import { z } from 'zod'
import { genders, lookingForOptions, profileChoices } from './profile-fields.ts'

export const Gender = z.enum(genders)
export type Gender = z.output<typeof Gender>

export const LookingFor = z.enum(lookingForOptions)
export type LookingFor = z.output<typeof LookingFor>

/** One schema for each optional choice; null when it is left open. */
export const ProfileChoices = z.object({
  relationship: z.enum(profileChoices.relationship).nullable(),
  sexuality: z.enum(profileChoices.sexuality).nullable(),
  bodyType: z.enum(profileChoices.bodyType).nullable(),
  hairColour: z.enum(profileChoices.hairColour).nullable(),
  eyeColour: z.enum(profileChoices.eyeColour).nullable(),
  tattoos: z.enum(profileChoices.tattoos).nullable(),
  reason: z.enum(profileChoices.reason).nullable(),
  intention: z.enum(profileChoices.intention).nullable(),
})
export type ProfileChoices = z.output<typeof ProfileChoices>
