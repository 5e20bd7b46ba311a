import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const getLikes = endpoint<typeof schemas.getLikes>('GET', '/api/likes', 'member')
export const listLikes = endpoint<typeof schemas.listLikes>('GET', '/api/likes/:type', 'member')
export const likeProfile = endpoint<typeof schemas.likeProfile>('PUT', '/api/likes/:profileId', 'member')
export const unlikeProfile = endpoint<typeof schemas.unlikeProfile>('DELETE', '/api/likes/:profileId', 'member')
export const markLikesSeen = endpoint<typeof schemas.markLikesSeen>('PUT', '/api/likes/seen', 'member')
export const autoLike = endpoint<typeof schemas.autoLike>('GET', '/api/auto-like', 'member')
