import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { ClientId, PhotoId, ProfileId } from '#contract/ids.ts'
import { OPERATOR_PAGE, PHOTOS_SHOWN } from '#contract/limits.ts'
import { INTEGER_MAX } from '#contract/numbers.ts'
import { FictionalProfile } from '#contract/profiles/fictional-schemas.ts'
import { Gender } from '#contract/profiles/profile-field-schemas.ts'
import { OwnPhoto } from '#contract/profiles/schemas.ts'

const Id = z.int().positive().max(INTEGER_MAX)
const Version = z.int().nonnegative().max(INTEGER_MAX)
const params = z.strictObject({ profileId: ProfileId })
const photoParams = params.extend({ photoId: PhotoId })

const ListedProfile = z.object({
  id: ProfileId,
  name: z.string(),
  gender: Gender,
  age: z.int(),
  country: z.string(),
  region: z.string(),
  /** Host name of the site of the account. */
  site: z.string(),
  /** Of the main photo. */
  photoId: PhotoId.nullable(),
  createdAt: z.iso.datetime(),
})
export type ListedProfile = z.output<typeof ListedProfile>

export const listFictional = {
  summary: 'Fictional profiles that have not ended, newest first.',
  query: z.strictObject({ before: ProfileId.optional() }),
  reply: z.object({ profiles: z.array(ListedProfile).max(OPERATOR_PAGE), next: z.string().nullable() }),
} satisfies EndpointSchemas

export const createFictional = {
  summary: 'Makes a fictional profile, which is labelled wherever it appears and counted nowhere.',
  body: FictionalProfile.extend({ siteId: Id }),
  reply: z.object({ profileId: ProfileId }),
} satisfies EndpointSchemas

export const getFictional = {
  summary: 'A fictional profile with its photos.',
  params,
  reply: z.object({
    siteId: Id,
    version: Version,
    profile: FictionalProfile,
    /** Main photo first. */
    photos: z.array(OwnPhoto).max(PHOTOS_SHOWN),
    /** Photos that it may have. */
    photoLimit: z.int(),
  }),
} satisfies EndpointSchemas

export const changeFictional = {
  summary: 'Changes the fields of a fictional profile.',
  params,
  /** What the editor has seen: another change meanwhile is an error, so that none is lost (SET-12). */
  body: FictionalProfile.extend({ expectedVersion: Version }),
  reply: z.object({ version: Version }),
} satisfies EndpointSchemas

export const endFictional = {
  summary: 'Ends a fictional profile: it is hidden at once, and erased later.',
  params,
  body: z.strictObject({ expectedVersion: Version }),
  reply: z.null(),
} satisfies EndpointSchemas

export const addFictionalPhoto = {
  summary: 'Adds a photo to a fictional profile; the first one becomes the main photo.',
  params,
  /** A repeated upload with the same id adds no second photo. */
  body: z.strictObject({ clientId: ClientId }),
  reply: z.object({ isAdded: z.boolean() }),
} satisfies EndpointSchemas

export const chooseFictionalPhoto = {
  summary: 'Makes a photo of a fictional profile the main one.',
  params: photoParams,
  reply: z.null(),
} satisfies EndpointSchemas

export const removeFictionalPhoto = {
  summary: 'Deletes a photo of a fictional profile.',
  params: photoParams,
  reply: z.null(),
} satisfies EndpointSchemas
