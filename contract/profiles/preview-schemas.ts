import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { previewViewers } from './preview-viewers.ts'
import { MemberProfile } from './schemas.ts'

export const getProfilePreview = {
  summary: 'The caller’s own profile as someone without contact to them sees it.',
  query: z.strictObject({ as: z.enum(previewViewers) }),
  reply: z.object({
    /** Null where the profile does not exist for this viewer. */
    member: MemberProfile.nullable(),
    /** What hides the profile: the site is closed to visitors, or a mode of the caller. */
    hiddenBy: z.enum(['site', 'privacy']).nullable(),
  }),
} satisfies EndpointSchemas
