import { z } from 'zod'
import { genders, lookingForOptions, mapChoices, profileChoices, type ProfileChoice } from './profile-fields.ts'

export const Gender = z.enum(genders)
export type Gender = z.output<typeof Gender>

export const LookingFor = z.enum(lookingForOptions)
export type LookingFor = z.output<typeof LookingFor>

type Choice<Name extends ProfileChoice> = z.ZodEnum<z.util.ToEnum<(typeof profileChoices)[Name][number]>>

/** One schema for each optional choice; null when it is left open. */
export const ProfileChoices = z.object(
  mapChoices<{ [Name in ProfileChoice]: z.ZodNullable<Choice<Name>> }>(
    // TypeScript does not see which values a name has.
    (name) => z.enum(profileChoices[name]).nullable() as never,
  ),
)
export type ProfileChoices = z.output<typeof ProfileChoices>
