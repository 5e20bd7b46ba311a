import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { PhotoId } from '#contract/ids.ts'
import { INTEGER_MAX } from '#contract/numbers.ts'

export const unlockPhoto = {
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
} satisfies EndpointSchemas
