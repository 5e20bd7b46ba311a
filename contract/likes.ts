import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ProfileId } from './ids.ts'
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
    profiles: z.array(z.object({ id: ProfileId, like_new: z.boolean() })),
    liked_by: z.array(z.object({ id: ProfileId, like_new: z.boolean() })),
    /** All new likes, including those beyond the listed ids. */
    num_new: z.int(),
  }),
})

export const listLikes = endpoint({
  method: 'GET',
  path: '/api/likes/:type',
  access: 'member',
  summary: 'Lists one tab of the likes page, newest first.',
  params: z.object({ type: LikeList }),
  query: z.object({ after: z.string().max(100).optional() }),
  reply: z.object({ results: z.array(LikedCard), total: z.int(), next: z.string().nullable() }),
})

/** `isMatch` is true when the like is mutual; `profile` is the other member. */
export const LikeReply = z.object({ isLiked: z.boolean(), isMatch: z.boolean(), profile: ProfileCard })
export type LikeReply = z.output<typeof LikeReply>

export const likeProfile = endpoint({
  method: 'PUT',
  path: '/api/likes/:profileId',
  access: 'member',
  summary: 'Likes a member. Repeating a like changes nothing.',
  params: z.object({ profileId: ProfileId }),
  reply: LikeReply,
})

export const unlikeProfile = endpoint({
  method: 'DELETE',
  path: '/api/likes/:profileId',
  access: 'member',
  summary: 'Withdraws a like and ends the match. The conversation stays.',
  params: z.object({ profileId: ProfileId }),
  reply: LikeReply,
})

export const markLikeSeen = endpoint({
  method: 'PUT',
  path: '/api/likes/:profileId/seen',
  access: 'member',
  summary: 'Clears the new-like flag of a member whose profile the caller opened.',
  params: z.object({ profileId: ProfileId }),
  reply: z.object({ num_new: z.int() }),
})
