import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const getMember = endpoint<typeof schemas.getMember>('GET', '/api/members/:profileId', 'anyone')
export const getOwnProfile = endpoint<typeof schemas.getOwnProfile>('GET', '/api/profile', 'member')
export const updateProfile = endpoint<typeof schemas.updateProfile>('PATCH', '/api/profile', 'member')
export const addPhoto = endpoint<typeof schemas.addPhoto>('POST', '/api/photos', 'member', { upload: true })
export const changePhoto = endpoint<typeof schemas.changePhoto>('PATCH', '/api/photos/:photoId', 'member')
export const replacePhoto = endpoint<typeof schemas.replacePhoto>('POST', '/api/photos/:photoId/file', 'member', {
  upload: true,
})
export const removePhoto = endpoint<typeof schemas.removePhoto>('DELETE', '/api/photos/:photoId', 'member')
export const orderPhotos = endpoint<typeof schemas.orderPhotos>('PUT', '/api/photos/order', 'member')
export const getPrivacy = endpoint<typeof schemas.getPrivacy>('GET', '/api/privacy', 'member')
export const updatePrivacy = endpoint<typeof schemas.updatePrivacy>('PUT', '/api/privacy', 'member')
export const setPosition = endpoint<typeof schemas.setPosition>('PUT', '/api/profile/position', 'member')
