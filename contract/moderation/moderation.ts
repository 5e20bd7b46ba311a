import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ProfileId } from '#contract/ids.ts'
import { BLOCKS_PAGE_SIZE } from '#contract/limits.ts'
import { PageQuery } from '#contract/pages/pages.ts'

export const blockProfile = endpoint({
  method: 'PUT',
  path: '/api/blocks/:profileId',
  access: 'member',
  summary: 'Blocks a member: removes chats and likes, hides both from each other.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: z.object({ isBlocked: z.literal(true) }),
})

export const unblockProfile = endpoint({
  method: 'DELETE',
  path: '/api/blocks/:profileId',
  access: 'member',
  summary: 'Removes the caller’s block. Chats and likes do not come back.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: z.object({ isBlocked: z.literal(false) }),
})

export const BlockedMember = z.object({ id: ProfileId, name: z.string() })
export type BlockedMember = z.output<typeof BlockedMember>

export const listBlocks = endpoint({
  method: 'GET',
  path: '/api/blocks',
  access: 'member',
  summary: 'Members that the caller has blocked, latest first.',
  query: PageQuery,
  reply: z.object({ profiles: z.array(BlockedMember).max(BLOCKS_PAGE_SIZE), next: z.string().nullable() }),
})
