import { z } from 'zod'
import { Email } from '#contract/accounts/schemas.ts'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { ClientId, ComplaintId } from '#contract/ids.ts'
import { languages } from '#contract/languages.ts'
import { COMPLAINT_TEXT_MAX_LENGTH, NAME_MAX_LENGTH, REMOVAL_PLACE_MAX_LENGTH } from '#contract/limits.ts'
import { Line, Lines } from '#contract/settings/texts.ts'

function text(length: number) {
  return Lines.max(2 * length, { error: 'profiles.text_too_long' }).refine((value) => [...value].length <= length, {
    error: 'profiles.text_too_long',
  })
}

export const RemovalForm = z.strictObject({
  clientId: ClientId,
  /** Where the image is: addresses, or a description. */
  place: text(REMOVAL_PLACE_MAX_LENGTH).min(1, { error: 'moderation.removal_place_required' }),
  text: text(COMPLAINT_TEXT_MAX_LENGTH),
  name: Line.max(NAME_MAX_LENGTH, { error: 'profiles.text_too_long' }),
  email: Email,
  /** The sender is, or acts for, who is in the image, and that person has not agreed to it being shown. */
  isDeclared: z.literal(true, { error: 'moderation.removal_not_declared' }),
  /** Of the receipt. */
  language: z.enum(languages),
})
export type RemovalForm = z.output<typeof RemovalForm>

export const requestRemoval = {
  summary: 'Asks for the removal of an intimate image, without log-in. Decided within 48 hours; a receipt is mailed.',
  body: RemovalForm,
  reply: z.object({ request: z.object({ id: ComplaintId, dueAt: z.iso.datetime() }) }),
} satisfies EndpointSchemas
