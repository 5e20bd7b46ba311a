import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { ProfileId } from '#contract/ids.ts'
import { LIKES_IDS_LIMIT, LIKES_PAGE_SIZE } from '#contract/limits.ts'
import { PageQuery } from '#contract/pages/pages.ts'
import { ProfileCard } from '#contract/profiles/schemas.ts'
import { interests } from '#contract/settings/interests.ts'
import { Interest } from '#contract/settings/schemas.ts'
import { likeLists } from './like-lists.ts'

export const LikeList = z.enum(likeLists)
export type LikeList = z.output<typeof LikeList>

export const LikedCard = ProfileCard.extend({
  likedAt: z.iso.datetime(),
  /** The like is new to the viewer. */
  isNew: z.boolean(),
  /** Signed up within the last `NEW_MEMBER_DAYS` days. */
  isNewMember: z.boolean(),
  /** The interests of both, as far as the site and the member show them. */
  sharedInterests: z.array(Interest).max(interests.length),
  /** Lives in the viewer's town. */
  isSameTown: z.boolean(),
})
export type LikedCard = z.output<typeof LikedCard>

export const getLikes = {
  summary: 'Lists ids of sent and received likes, newest first. `like_new` holds until the caller has seen the like.',
  reply: z.object({
    profiles: z.array(z.object({ id: ProfileId, like_new: z.boolean() })).max(LIKES_IDS_LIMIT),
    liked_by: z.array(z.object({ id: ProfileId, like_new: z.boolean() })).max(LIKES_IDS_LIMIT),
    /** All new likes, including those beyond the listed ids. */
    num_new: z.int(),
  }),
} satisfies EndpointSchemas

export const listLikes = {
  summary: 'Lists one tab of the likes page, newest first.',
  params: z.strictObject({ type: LikeList }),
  query: PageQuery.extend({
    /** `none`: only members without a conversation with the caller, at most `NEW_MATCHES_SHOWN`. */
    conversation: z.literal('none').optional(),
  }),
  reply: z.object({
    results: z.array(LikedCard).max(LIKES_PAGE_SIZE),
    /** Members in each of the tabs. */
    totals: z.record(LikeList, z.int()),
    next: z.string().nullable(),
  }),
} satisfies EndpointSchemas

/**
 * `isMatch`: the like is mutual. `isNewMatch`: it made a match of which the two were not notified within the
 * last day. `profile` is the other member.
 */
export const LikeReply = z.object({
  isLiked: z.boolean(),
  isMatch: z.boolean(),
  isNewMatch: z.boolean(),
  profile: ProfileCard,
})
export type LikeReply = z.output<typeof LikeReply>

export const likeProfile = {
  summary: 'Likes a member. Repeating a like changes nothing.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: LikeReply,
} satisfies EndpointSchemas

export const unlikeProfile = {
  summary: 'Withdraws a like and ends the match. The conversation stays.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: LikeReply,
} satisfies EndpointSchemas

export const markLikesSeen = {
  summary:
    'Clears the new-like flags of likes that the caller has seen. Members who do not like the caller are ignored.',
  body: z.strictObject({ profiles: z.array(ProfileId).min(1).max(LIKES_PAGE_SIZE) }),
  reply: z.object({ num_new: z.int() }),
} satisfies EndpointSchemas

export const autoLike = {
  summary:
    'Returns a member whose like the caller has not seen, or a labelled fictional profile where the site has them. 204 without one.',
  reply: ProfileCard.extend({
    /** The photo in the size of the match dialog, under the name of the wire. */
    main_image: z.object({ match: z.string() }).nullable(),
  }).nullable(),
} satisfies EndpointSchemas
