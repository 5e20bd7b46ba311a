import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { CaseReference, ClientId, PhotoId, ProfileId } from '#contract/ids.ts'
import { MAXIMUM_AGE, MINIMUM_AGE, PHOTOS_SHOWN, PROFILE_ANSWERS } from '#contract/limits.ts'
import { UrlInteger } from '#contract/numbers.ts'
import { interests as allInterests } from '#contract/settings/interests.ts'
import { Country, Interest } from '#contract/settings/schemas.ts'
import { photoRejections } from './photo-rejections.ts'
import { photoVisibilities } from './photo-visibilities.ts'
import {
  About,
  AnswerText,
  BirthDate,
  Caption,
  Gender,
  LookingFor,
  Name,
  Place,
  ProfileChoices,
  PromptName,
} from './profile-field-schemas.ts'

export const PhotoVisibility = z.enum(photoVisibilities)

export const Photo = z.object({
  id: PhotoId,
  /** Pixels of `large`. Of a locked photo only the ratio is meaningful. */
  width: z.int(),
  height: z.int(),
  /** A blurred image of a few pixels as data URL, shown until the photo loads. Grey for a locked photo. */
  preview: z.string(),
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
  /** An operator saw that the photos show the member (PRO-36). */
  isVerified: z.boolean(),
})
export type ProfileCard = z.output<typeof ProfileCard>

/** What a member answers to a prompt. */
export const ProfileAnswer = z.object({ prompt: PromptName, text: z.string() })
export type ProfileAnswer = z.output<typeof ProfileAnswer>

const ProfileAnswers = z.array(ProfileAnswer).max(PROFILE_ANSWERS)

/** The fields that a member can always edit. The server checks that the name is no address (PRO-2). */
export const ProfileEdit = Place.extend({
  name: Name,
  birthDate: BirthDate,
  gender: Gender,
  lookingFor: LookingFor,
  about: About,
  /** In the order in which they are shown; each prompt once. */
  answers: z
    .array(z.strictObject({ prompt: PromptName, text: AnswerText }))
    .max(PROFILE_ANSWERS)
    .refine((list) => new Set(list.map(({ prompt }) => prompt)).size === list.length),
  ...ProfileChoices.shape,
  interests: z
    .array(Interest)
    .max(allInterests.length)
    .refine((list) => new Set(list).size === list.length),
})
export type ProfileEdit = z.output<typeof ProfileEdit>

/** Some of the fields; the others stay as they are. A place is changed as a whole. */
export const ProfileChange = ProfileEdit.partial().refine(
  ({ country, region, city }) =>
    [country, region, city].every((part) => (part === undefined) === (country === undefined)),
  { error: 'profiles.place_incomplete', path: ['region'] },
)
export type ProfileChange = z.output<typeof ProfileChange>

export const photoStatuses = ['active', 'pending', 'rejected'] as const
export const PhotoStatus = z.enum(photoStatuses)

export const PhotoRejection = z.enum(photoRejections)
export type PhotoRejection = z.output<typeof PhotoRejection>

export const OwnPhoto = Photo.extend({
  visibility: PhotoVisibility,
  isMain: z.boolean(),
  caption: z.string(),
  /** Others see active photos only. */
  status: PhotoStatus,
  rejection: PhotoRejection.nullable(),
  /** Of an operator’s decision against it: `/decisions/{reference}` has the reasons and the appeal. */
  decision: CaseReference.nullable(),
  /** Beyond the free limit after premium: only its owner sees it until the limit allows it (PRO-16). */
  isHidden: z.boolean(),
})
export type OwnPhoto = z.output<typeof OwnPhoto>

export const OwnProfile = z.object({
  id: ProfileId,
  name: z.string(),
  gender: Gender,
  birthDate: z.iso.date(),
  /** Whether the member can still correct the date of birth, which is possible once (PRO-15). */
  canCorrectBirthDate: z.boolean(),
  country: Country,
  region: z.string(),
  city: z.string(),
  lookingFor: LookingFor,
  about: z.string(),
  answers: ProfileAnswers,
  ...ProfileChoices.shape,
  interests: z.array(Interest).max(allInterests.length),
  /** Main photo first, then in the member's order. */
  photos: z.array(OwnPhoto).max(PHOTOS_SHOWN),
  /** Photos this member may have. */
  photoLimit: z.int(),
})
export type OwnProfile = z.output<typeof OwnProfile>

/** What the viewer has to do to see more photos: log in, or become premium. */
export const PhotoLock = z.enum(['login', 'premium'])

/** Coarse on purpose: `today` is the last 24 hours, `week` the last seven days. */
export const LastSeen = z.enum(['online', 'today', 'week'])
export type LastSeen = z.output<typeof LastSeen>

/** What opens a locked photo to this viewer: premium, premium or credits, or a grant of the owner. */
export const PhotoKey = z.enum(['premium', 'unlock', 'request'])
export type PhotoKey = z.output<typeof PhotoKey>

export const MemberPhoto = Photo.extend({
  /** Null for a photo that is not locked. */
  key: PhotoKey.nullable(),
  /** Empty for a locked photo. */
  caption: z.string(),
})
export type MemberPhoto = z.output<typeof MemberPhoto>

/** Whether the viewer asked this member for the photos on request, as far as the viewer may know. */
export const PhotoRequestState = z.enum(['none', 'asked', 'granted'])
export type PhotoRequestState = z.output<typeof PhotoRequestState>

export const MemberProfile = ProfileCard.extend({
  about: z.string().nullable(),
  answers: ProfileAnswers,
  lookingFor: LookingFor.nullable(),
  ...ProfileChoices.shape,
  interests: z.array(Interest).max(allInterests.length),
  photos: z.array(MemberPhoto).max(PHOTOS_SHOWN),
  photoRequest: PhotoRequestState,
  photoLock: PhotoLock.nullable(),
  /** Null for visitors, for longer ago, and where a mode of the member hides it. */
  lastSeen: LastSeen.nullable(),
  /** Of the conversations that others started, most get an answer (CHAT-30). Hidden where `lastSeen` is. */
  answersOften: z.boolean(),
  /** The member is in privacy mode and has not written to this viewer: no photos or details (PRO-19). */
  isReserved: z.boolean(),
  isBlocked: z.boolean(),
})
export type MemberProfile = z.output<typeof MemberProfile>

/** Names an answer or a photo of a profile. */
export const QuotedPart = z.union([z.strictObject({ prompt: PromptName }), z.strictObject({ photoId: PhotoId })])
export type QuotedPart = z.output<typeof QuotedPart>

/** An answer or a photo that a message is about, as it was when the message was sent. */
export const ProfileQuote = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), prompt: PromptName, text: z.string() }),
  z.object({ kind: z.literal('photo'), photoId: PhotoId }),
])
export type ProfileQuote = z.output<typeof ProfileQuote>

export const getMember = {
  summary: 'One member, as this viewer may see them.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: z.object({ member: MemberProfile }),
} satisfies EndpointSchemas

export const getOwnProfile = {
  summary: 'The caller’s own profile and photos.',
  reply: z.object({ profile: OwnProfile }),
} satisfies EndpointSchemas

export const updateProfile = {
  summary: 'Changes fields of the caller’s own profile.',
  body: ProfileChange,
  reply: z.object({ profile: OwnProfile }),
} satisfies EndpointSchemas

export const addPhoto = {
  summary: 'Adds a photo to the caller’s profile; the first one becomes the main photo.',
  body: z.strictObject({
    visibility: PhotoVisibility,
    /**
     * A repeated upload with the same id adds no second photo: another one changes the crop, and makes it
     * private.
     */
    clientId: ClientId.optional(),
  }),
  reply: z.object({ photo: OwnPhoto }),
} satisfies EndpointSchemas

export const changePhoto = {
  summary: 'Makes a photo the main one, or changes its visibility or caption. The main photo is always public.',
  params: z.strictObject({ photoId: PhotoId }),
  body: z.union([
    z.strictObject({ isMain: z.literal(true) }),
    z.strictObject({ visibility: PhotoVisibility }),
    z.strictObject({ caption: Caption }),
  ]),
  reply: z.object({ profile: OwnProfile }),
} satisfies EndpointSchemas

export const replacePhoto = {
  summary:
    'Replaces the image of a photo, as after a crop. Its place, caption and who sees it stay; its id and address change.',
  params: z.strictObject({ photoId: PhotoId }),
  /** A repeated upload with the same id replaces nothing more, unless it is another crop. */
  body: z.strictObject({ clientId: ClientId }),
  reply: z.object({ profile: OwnProfile }),
} satisfies EndpointSchemas

export const removePhoto = {
  summary: 'Deletes a photo; the next public one becomes the main one. Without such a photo nothing changes.',
  params: z.strictObject({ photoId: PhotoId }),
  reply: z.object({ profile: OwnProfile }),
} satisfies EndpointSchemas

export const orderPhotos = {
  summary: 'Sets the order of the caller’s photos. Photos that are not named follow in their present order.',
  body: z.strictObject({ photoIds: z.array(PhotoId).max(PHOTOS_SHOWN) }),
  reply: z.object({ profile: OwnProfile }),
} satisfies EndpointSchemas

export const Age = UrlInteger.pipe(z.int().min(MINIMUM_AGE).max(MAXIMUM_AGE))

/** Who may see a member, beyond blocks, and what the member does not want to see unasked. */
export const Privacy = z.strictObject({
  /** Not found, never online, no visits; the profile only for members this one liked or wrote to (PRO-18). */
  isInvisible: z.boolean(),
  /** Photos and details only for members that this one wrote to (PRO-19). */
  isPrivate: z.boolean(),
  /** Visitors without log-in may see the profile, where the site is open to them (PRO-20). */
  isVisibleToVisitors: z.boolean(),
  /** Explicit photos in conversations are covered until the member opens them (CHAT-33). */
  coversExplicit: z.boolean(),
})
export type Privacy = z.output<typeof Privacy>

export const getPrivacy = {
  summary: 'Who may see the caller, and whether explicit photos are covered for them.',
  reply: z.object({ privacy: Privacy }),
} satisfies EndpointSchemas

export const updatePrivacy = {
  summary: 'Changes who may see the caller, and what is covered; fields that are left out stay as they are.',
  body: Privacy.partial(),
  reply: z.object({ privacy: Privacy }),
} satisfies EndpointSchemas

/** Degrees of the device, or the profile's town. Either is snapped to a cell of the map before storage. */
export const PositionChange = z.union([
  z.strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
  z.strictObject({ from: z.literal('town') }),
])
export type PositionChange = z.output<typeof PositionChange>

export const setPosition = {
  summary: 'Sets the cell of the map from which the caller searches nearby members; the position itself is not stored.',
  body: PositionChange,
  reply: z.object({}),
} satisfies EndpointSchemas
