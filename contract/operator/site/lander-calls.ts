import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './lander-schemas.ts'

export const listLanders = endpoint<typeof schemas.listLanders>('GET', '/api/operator/landers', 'operator', {
  permission: 'site.see',
})
export const getLanderContent = endpoint<typeof schemas.getLanderContent>(
  'GET',
  '/api/operator/landers/:lander',
  'operator',
  { permission: 'site.see' },
)
export const changeLanderContent = endpoint<typeof schemas.changeLanderContent>(
  'PUT',
  '/api/operator/landers/:lander',
  'operator',
  { permission: 'site.manage' },
)
export const addLanderImage = endpoint<typeof schemas.addLanderImage>(
  'POST',
  '/api/operator/lander-images',
  'operator',
  { permission: 'site.manage', upload: true },
)
