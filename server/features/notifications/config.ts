import { z } from 'zod'
import { SECOND } from '#contract/time.ts'

function seconds(fallback: number) {
  return z.coerce
    .number({ error: 'must be a whole number' })
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .default(fallback)
}

/** The environment variables of this slice: part of `Environment` in server/config.ts. */
export const noticeEnvironment = {
  NOTICE_MAIL_WAIT_SECONDS: seconds(900).meta({
    description:
      'How long the mail about a message, like or request waits, so that a member who sees it first gets none. Shorter for trying it out.',
  }),
}

/** Returns the part of this slice. */
export function noticeConfig(env: z.output<z.ZodObject<typeof noticeEnvironment>>) {
  return { noticeWaitMs: env.NOTICE_MAIL_WAIT_SECONDS * SECOND }
}
