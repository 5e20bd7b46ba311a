import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PhotoId } from './ids.ts'
import { INTEGER_MAX } from './numbers.ts'

export const unlockPhoto = endpoint({
  method: 'PUT',
  path: '/api/photos/:photoId/unlock',
  access: 'member',
  summary: 'Opens a private photo to the caller for good, for `photo_credits`. A photo that is open costs nothing.',
  params: z.strictObject({ photoId: PhotoId }),
  // Pages of an earlier version send no body.
  body: z
    .strictObject({
      /** The price that the caller was shown, in credits: a photo that costs more is not unlocked. */
      maxPrice: z.int().nonnegative().max(INTEGER_MAX).optional(),
    })
    .default({}),
  reply: z.object({ credits: z.int().nonnegative() }),
})
