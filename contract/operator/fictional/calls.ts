import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

const seeing = { permission: 'fictional.see' } as const
const managing = { permission: 'fictional.manage' } as const

export const listFictional = endpoint<typeof schemas.listFictional>(
  'GET',
  '/api/operator/fictional',
  'operator',
  seeing,
)
export const createFictional = endpoint<typeof schemas.createFictional>(
  'POST',
  '/api/operator/fictional',
  'operator',
  managing,
)
export const getFictional = endpoint<typeof schemas.getFictional>(
  'GET',
  '/api/operator/fictional/:profileId',
  'operator',
  seeing,
)
export const changeFictional = endpoint<typeof schemas.changeFictional>(
  'PUT',
  '/api/operator/fictional/:profileId',
  'operator',
  managing,
)
export const endFictional = endpoint<typeof schemas.endFictional>(
  'POST',
  '/api/operator/fictional/:profileId/end',
  'operator',
  managing,
)
export const addFictionalPhoto = endpoint<typeof schemas.addFictionalPhoto>(
  'POST',
  '/api/operator/fictional/:profileId/photos',
  'operator',
  { ...managing, upload: true },
)
export const chooseFictionalPhoto = endpoint<typeof schemas.chooseFictionalPhoto>(
  'PUT',
  '/api/operator/fictional/:profileId/photos/:photoId/main',
  'operator',
  managing,
)
export const removeFictionalPhoto = endpoint<typeof schemas.removeFictionalPhoto>(
  'DELETE',
  '/api/operator/fictional/:profileId/photos/:photoId',
  'operator',
  managing,
)
