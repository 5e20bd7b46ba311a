import { z } from 'zod'
import {
  ABOUT_MAX_LENGTH,
  ANSWER_MAX_LENGTH,
  CITY_MAX_LENGTH,
  NAME_MAX_LENGTH,
  NAME_MIN_LENGTH,
  PHOTO_CAPTION_MAX_LENGTH,
  REGION_MAX_LENGTH,
} from '#contract/limits.ts'
import { Country } from '#contract/settings/schemas.ts'
import { Line, Lines } from '#contract/settings/texts.ts'
import { genders, lookingForOptions, mapChoices, profileChoices, type ProfileChoice } from './profile-fields.ts'
import { prompts } from './prompts.ts'

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

const characters = (text: string) => [...text].length

// A character has at most two UTF-16 units, which `max` counts. The exact check follows.
export const Name = Line.max(2 * NAME_MAX_LENGTH, { error: 'profiles.name_length' }).superRefine((name, context) => {
  const length = characters(name)
  if (name.startsWith('@')) context.addIssue({ code: 'custom', message: 'profiles.name_starts_with_at' })
  else if (length < NAME_MIN_LENGTH || length > NAME_MAX_LENGTH)
    context.addIssue({ code: 'custom', message: 'profiles.name_length' })
})

/** An existing day, `2001-02-03`. The server checks the age, in the strictest time zone (PRO-1). */
export const BirthDate = z
  .string()
  .min(1, { error: 'profiles.birth_date_required' })
  .max(20, { error: 'profiles.birth_date_invalid' })
  .pipe(z.iso.date({ error: 'profiles.birth_date_invalid' }))

/** The site's list decides which regions exist; the bound is for the text itself. */
export const Region = Line.max(REGION_MAX_LENGTH, { error: 'profiles.region_unknown' })

export const Place = z.strictObject({
  country: Country,
  region: Region.min(1, { error: 'profiles.region_unknown' }),
  /** Empty when the member does not name it: joining does not need a town. */
  city: Line.max(CITY_MAX_LENGTH, { error: 'profiles.text_too_long' }),
})

export const PromptName = z.enum(prompts)

/** The text of an answer, on one line: it is shown large. */
export const AnswerText = Line.min(1, { error: 'profiles.answer_required' })
  .max(2 * ANSWER_MAX_LENGTH, { error: 'profiles.text_too_long' })
  .refine((text) => characters(text) <= ANSWER_MAX_LENGTH, { error: 'profiles.text_too_long' })

export const About = Lines.max(2 * ABOUT_MAX_LENGTH, { error: 'profiles.text_too_long' }).refine(
  (text) => characters(text) <= ABOUT_MAX_LENGTH,
  { error: 'profiles.text_too_long' },
)

export const Caption = Line.max(2 * PHOTO_CAPTION_MAX_LENGTH, { error: 'profiles.caption_too_long' }).refine(
  (text) => characters(text) <= PHOTO_CAPTION_MAX_LENGTH,
  { error: 'profiles.caption_too_long' },
)
