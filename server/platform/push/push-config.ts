import { z } from 'zod'
import { isPrivateKey } from './vapid.ts'

/** The environment variables of push messages: part of `platformEnvironment`. */
export const pushEnvironment = {
  VAPID_PRIVATE_KEY: z
    .string()
    .refine(isPrivateKey, { error: 'must be a private key of P-256: 32 bytes in base64url, without padding' })
    .optional()
    .meta({
      description:
        'Private key by which push services know this installation (VAPID). Must be the same on every node. With another one browsers subscribe again when their member next opens a page.',
      shownDefault: 'derived from `APP_SECRET`',
    }),
  PUSH_TEST_SERVICE: z
    .url({ protocol: /^http$/, hostname: /^(?:127\.0\.0\.1|localhost)$/, error: 'must be a URL of this machine' })
    .transform((url) => new URL(url).origin)
    .optional()
    .meta({
      description:
        'Push service of a test on this machine, such as `http://127.0.0.1:4000`, accepted beside those of the browsers. Must not be set in production.',
      shownDefault: 'none',
    }),
}
