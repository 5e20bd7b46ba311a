import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PhotoId } from './ids.ts'

export const unlockPhoto = endpoint({
  method: 'PUT',
  path: '/api/photos/:photoId/unlock',
  access: 'member',
  summary: 'Opens a private photo to the caller for good, for `photo_credits`. A photo that is open costs nothing.',
  params: z.strictObject({ photoId: PhotoId }),
  reply: z.object({ credits: z.int().nonnegative() }),
})
