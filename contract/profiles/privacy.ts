import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/** Who may see a member, beyond blocks. */
export const Privacy = z.strictObject({
  /** Not found, never online, no visits; the profile only for members this one liked or wrote to (PRO-18). */
  isInvisible: z.boolean(),
  /** Photos and details only for members that this one wrote to (PRO-19). */
  isPrivate: z.boolean(),
  /** Visitors without log-in may see the profile, where the site is open to them (PRO-20). */
  isVisibleToVisitors: z.boolean(),
})
export type Privacy = z.output<typeof Privacy>

export const getPrivacy = endpoint({
  method: 'GET',
  path: '/api/privacy',
  access: 'member',
  summary: 'Who may see the caller.',
  reply: z.object({ privacy: Privacy }),
})

export const updatePrivacy = endpoint({
  method: 'PUT',
  path: '/api/privacy',
  access: 'member',
  summary: 'Changes who may see the caller; fields that are left out stay as they are.',
  body: Privacy.partial(),
  reply: z.object({ privacy: Privacy }),
})
