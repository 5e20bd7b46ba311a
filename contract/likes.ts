import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ProfileId } from './ids.ts'
import { LIKES_IDS_LIMIT, LIKES_PAGE_SIZE } from './limits.ts'
import { PageQuery } from './pages.ts'
import { ProfileCard } from './profiles.ts'

export const likeLists = ['received', 'sent', 'matches'] as const
export const LikeList = z.enum(likeLists)
export type LikeList = z.output<typeof LikeList>

export const LikedCard = ProfileCard.extend({ likedAt: z.iso.datetime(), isNew: z.boolean() })
export type LikedCard = z.output<typeof LikedCard>

export const getLikes = endpoint({
  method: 'GET',
  path: '/api/likes',
  access: 'member',
  summary:
    'Lists ids of sent and received likes, newest first. `like_new` holds until the caller opens the liker’s profile.',
  reply: z.object({
    profiles: z.array(z.object({ id: ProfileId, like_new: z.boolean() })).max(LIKES_IDS_LIMIT),
    liked_by: z.array(z.object({ id: ProfileId, like_new: z.boolean() })).max(LIKES_IDS_LIMIT),
    /** All new likes, including those beyond the listed ids. */
    num_new: z.int(),
  }),
})

export const listLikes = endpoint({
  method: 'GET',
  path: '/api/likes/:type',
  access: 'member',
  summary: 'Lists one tab of the likes page, newest first.',
  params: z.strictObject({ type: LikeList }),
  query: PageQuery,
  reply: z.object({ results: z.array(LikedCard).max(LIKES_PAGE_SIZE), total: z.int(), next: z.string().nullable() }),
})

/** `isMatch` is true when the like is mutual; `profile` is the other member. */
export const LikeReply = z.object({ isLiked: z.boolean(), isMatch: z.boolean(), profile: ProfileCard })
export type LikeReply = z.output<typeof LikeReply>

export const likeProfile = endpoint({
  method: 'PUT',
  path: '/api/likes/:profileId',
  access: 'member',
  summary: 'Likes a member. Repeating a like changes nothing.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: LikeReply,
})

export const unlikeProfile = endpoint({
  method: 'DELETE',
  path: '/api/likes/:profileId',
  access: 'member',
  summary: 'Withdraws a like and ends the match. The conversation stays.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: LikeReply,
})

export const markLikeSeen = endpoint({
  method: 'PUT',
  path: '/api/likes/:profileId/seen',
  access: 'member',
  summary: 'Clears the new-like flag of a member whose profile the caller opened.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: z.object({ num_new: z.int() }),
})
