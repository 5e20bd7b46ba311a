import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ProfileId } from './ids.ts'

export const blockProfile = endpoint({
  method: 'PUT',
  path: '/api/blocks/:profileId',
  access: 'member',
  summary: 'Blocks a member: removes chats and likes, hides both from each other.',
  params: z.object({ profileId: ProfileId }),
  reply: z.object({ isBlocked: z.literal(true) }),
})

export const unblockProfile = endpoint({
  method: 'DELETE',
  path: '/api/blocks/:profileId',
  access: 'member',
  summary: 'Removes the caller’s block. Chats and likes do not come back.',
  params: z.object({ profileId: ProfileId }),
  reply: z.object({ isBlocked: z.literal(false) }),
})

export const listBlocks = endpoint({
  method: 'GET',
  path: '/api/blocks',
  access: 'member',
  summary: 'Members that the caller has blocked.',
  reply: z.object({ profiles: z.array(z.object({ id: ProfileId, name: z.string() })) }),
})
