import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PhotoId, ProfileId } from './ids.ts'
import {
  ABOUT_MAX_LENGTH,
  CITY_MAX_LENGTH,
  MAXIMUM_AGE,
  MINIMUM_AGE,
  NAME_MAX_LENGTH,
  NAME_MIN_LENGTH,
  PHOTOS_SHOWN,
  REGION_MAX_LENGTH,
} from './limits.ts'
import { Country, Interest, interests as allInterests } from './settings.ts'
import { Line, Lines } from './texts.ts'

export const genders = ['male', 'female'] as const
export const Gender = z.enum(genders)
export type Gender = z.output<typeof Gender>

export const relationships = ['divorced', 'living_together', 'married', 'single', 'widowed', 'unmarried'] as const
export const bodyTypes = ['slim', 'normal', 'fat'] as const
export const sexualities = ['hetero', 'gay', 'lesbian', 'bi'] as const

export const photoVisibilities = ['public', 'private'] as const
export const PhotoVisibility = z.enum(photoVisibilities)

/** `thumb` and `tile` are cropped to 3:4, `large` keeps its ratio, `locked` is blurred beyond recognition (PRO-7). */
export const photoSizes = ['thumb', 'tile', 'large', 'locked'] as const
export type PhotoSize = (typeof photoSizes)[number]

/** Returns the address of a photo. The server checks at every fetch what this viewer may see (PRO-8). */
export function photoUrl(photoId: string, size: PhotoSize) {
  return `/photos/${photoId}/${size}.webp`
}

export const Photo = z.object({
  id: PhotoId,
  /** Pixels of `large`. Of a locked photo only the ratio is meaningful. */
  width: z.int(),
  height: z.int(),
  /** Base64; rendered until the image is loaded. That of a locked photo reveals nothing about it. */
  thumbhash: z.string(),
  /** This viewer may only fetch the `locked` size. */
  isLocked: z.boolean(),
})
export type Photo = z.output<typeof Photo>

/** A member in a list, as one viewer may see them. */
export const ProfileCard = z.object({
  id: ProfileId,
  name: z.string(),
  age: z.int(),
  gender: Gender,
  country: Country,
  region: z.string(),
  /** Null for visitors without log-in. */
  city: z.string().nullable(),
  isOnline: z.boolean(),
  photo: Photo.nullable(),
  isLiked: z.boolean(),
  isMatch: z.boolean(),
  /** The profile belongs to no person. It is labelled wherever it appears (PRO-13). */
  isFictional: z.boolean(),
})
export type ProfileCard = z.output<typeof ProfileCard>

const characters = (text: string) => [...text].length

// A character has at most two UTF-16 units, which `max` counts. The exact check follows.
export const Name = Line.max(2 * NAME_MAX_LENGTH, { error: 'profiles.name_length' }).superRefine((name, context) => {
  const length = characters(name)
  if (name.startsWith('@')) context.addIssue({ code: 'custom', message: 'profiles.name_starts_with_at' })
  else if (length < NAME_MIN_LENGTH || length > NAME_MAX_LENGTH)
    context.addIssue({ code: 'custom', message: 'profiles.name_length' })
})

/** An existing day, `2001-02-03`. The server checks the age, in the strictest time zone (PRO-1). */
export const BirthDate = z.iso.date({ error: 'profiles.birth_date_invalid' })

/** The site's list decides which regions exist; the bound is for the text itself. */
export const Region = Line.max(REGION_MAX_LENGTH, { error: 'profiles.region_unknown' })

export const Place = z.strictObject({
  country: Country,
  region: Region.min(1, { error: 'profiles.region_unknown' }),
  city: Line.min(1, { error: 'profiles.city_required' }).max(CITY_MAX_LENGTH, { error: 'profiles.text_too_long' }),
})

/** The fields that a member can edit at any time. */
export const ProfileEdit = Place.extend({
  lookingFor: Gender,
  about: Lines.max(2 * ABOUT_MAX_LENGTH, { error: 'profiles.text_too_long' }).refine(
    (text) => characters(text) <= ABOUT_MAX_LENGTH,
    { error: 'profiles.text_too_long' },
  ),
  relationship: z.enum(relationships).nullable(),
  bodyType: z.enum(bodyTypes).nullable(),
  interests: z
    .array(Interest)
    .max(allInterests.length)
    .refine((list) => new Set(list).size === list.length),
})
export type ProfileEdit = z.output<typeof ProfileEdit>

export const OwnPhoto = Photo.extend({ visibility: PhotoVisibility, isMain: z.boolean() })
export type OwnPhoto = z.output<typeof OwnPhoto>

export const OwnProfile = z.object({
  id: ProfileId,
  name: z.string(),
  gender: Gender,
  birthDate: z.iso.date(),
  country: Country,
  region: z.string(),
  city: z.string(),
  lookingFor: Gender,
  about: z.string(),
  relationship: z.enum(relationships).nullable(),
  bodyType: z.enum(bodyTypes).nullable(),
  interests: z.array(Interest).max(allInterests.length),
  /** Main photo first, then in the member's order. */
  photos: z.array(OwnPhoto).max(PHOTOS_SHOWN),
  /** Photos this member may have. */
  photoLimit: z.int(),
})
export type OwnProfile = z.output<typeof OwnProfile>

/** What the viewer has to do to see more photos: log in, or become premium. */
export const PhotoLock = z.enum(['login', 'premium'])

export const MemberProfile = ProfileCard.extend({
  about: z.string().nullable(),
  lookingFor: Gender.nullable(),
  relationship: z.enum(relationships).nullable(),
  bodyType: z.enum(bodyTypes).nullable(),
  interests: z.array(Interest).max(allInterests.length),
  photos: z.array(Photo).max(PHOTOS_SHOWN),
  photoLock: PhotoLock.nullable(),
  isBlocked: z.boolean(),
})
export type MemberProfile = z.output<typeof MemberProfile>

export const getMember = endpoint({
  method: 'GET',
  path: '/api/members/:profileId',
  access: 'anyone',
  summary: 'One member, as this viewer may see them.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: z.object({ member: MemberProfile }),
})

export const getOwnProfile = endpoint({
  method: 'GET',
  path: '/api/profile',
  access: 'member',
  summary: 'The caller’s own profile and photos.',
  reply: z.object({ profile: OwnProfile }),
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/profile',
  access: 'member',
  summary: 'Changes the caller’s own profile.',
  body: ProfileEdit,
  reply: z.object({ profile: OwnProfile }),
})

export const addPhoto = endpoint({
  method: 'POST',
  path: '/api/photos',
  access: 'member',
  summary: 'Adds a photo to the caller’s profile; the first one becomes the main photo.',
  body: z.strictObject({ visibility: PhotoVisibility }),
  upload: true,
  reply: z.object({ photo: OwnPhoto }),
})

export const changePhoto = endpoint({
  method: 'PATCH',
  path: '/api/photos/:photoId',
  access: 'member',
  summary: 'Makes a photo the main one, or changes its visibility. The main photo is always public.',
  params: z.strictObject({ photoId: PhotoId }),
  body: z.union([z.strictObject({ isMain: z.literal(true) }), z.strictObject({ visibility: PhotoVisibility })]),
  reply: z.object({ profile: OwnProfile }),
})

export const removePhoto = endpoint({
  method: 'DELETE',
  path: '/api/photos/:photoId',
  access: 'member',
  summary: 'Deletes a photo. If it was the main one, the next public photo becomes the main one.',
  params: z.strictObject({ photoId: PhotoId }),
  reply: z.object({ profile: OwnProfile }),
})

export const Age = z.coerce.number().int().min(MINIMUM_AGE).max(MAXIMUM_AGE)
