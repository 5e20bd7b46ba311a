import { z } from 'zod'
import { Email } from '#contract/accounts/schemas.ts'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { ClientId, ComplaintId } from '#contract/ids.ts'
import { languages } from '#contract/languages.ts'
import { COMPLAINT_TEXT_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/limits.ts'
import { Line, Lines } from '#contract/settings/texts.ts'
import { complaintTopics, pageNames } from './page-names.ts'

export const getPageText = {
  summary: 'The text of a static page in a language, with the data of the site and its company.',
  params: z.strictObject({ page: z.enum(pageNames) }),
  query: z.strictObject({ language: z.enum(languages) }),
  reply: z.object({
    text: z.object({
      title: z.string(),
      /** The first paragraph without markup, for search engines. */
      description: z.string(),
      html: z.string(),
    }),
  }),
} satisfies EndpointSchemas

export const ComplaintForm = z.strictObject({
  clientId: ClientId,
  topic: z.enum(complaintTopics, { error: 'pages.complaint_topic_required' }),
  name: Line.max(NAME_MAX_LENGTH, { error: 'profiles.text_too_long' }),
  email: Email,
  text: Lines.min(1, { error: 'pages.complaint_text_required' })
    .max(2 * COMPLAINT_TEXT_MAX_LENGTH, { error: 'profiles.text_too_long' })
    .refine((text) => [...text].length <= COMPLAINT_TEXT_MAX_LENGTH, { error: 'profiles.text_too_long' }),
  /** Of the receipt. */
  language: z.enum(languages),
})
export type ComplaintForm = z.output<typeof ComplaintForm>

export const sendComplaint = {
  summary: 'Stores a complaint for the operator, and mails a receipt with its reference.',
  body: ComplaintForm,
  reply: z.object({ complaint: z.object({ id: ComplaintId, createdAt: z.iso.datetime() }) }),
} satisfies EndpointSchemas

export const pageHidden = {
  summary:
    'Counts that a page of a visitor who came with `lb` was left or covered. Nothing about the visitor is stored.',
  body: z.strictObject({}),
  reply: z.null(),
} satisfies EndpointSchemas
