import { z } from 'zod'
import { User } from './accounts.ts'
import { endpoint } from '#contract/endpoint.ts'
import { PUSH_ENDPOINT_MAX_LENGTH } from '#contract/limits.ts'
import { notificationKinds } from './notification-kinds.ts'

export const saveNotifications = endpoint({
  method: 'PUT',
  path: '/api/notifications',
  access: 'member',
  summary: 'Saves which kinds of mails and push messages are switched off. Kinds that are not named are on.',
  body: z.strictObject({ notifications_disabled: z.array(z.enum(notificationKinds)).max(notificationKinds.length) }),
  reply: z.object({ user: User }),
})

export const resumeMails = endpoint({
  method: 'PUT',
  path: '/api/notifications/mails',
  access: 'member',
  summary: 'Starts mails again after a bounce or an unsubscription. After a spam complaint they stay stopped.',
  reply: z.object({ user: User }),
})

/** Printable ASCII, as browsers write URLs. */
const Endpoint = z
  .string()
  .max(PUSH_ENDPOINT_MAX_LENGTH)
  .regex(/^[\x21-\x7e]+$/)

/** What `PushSubscription.toJSON()` returns in a browser. The keys have fixed lengths (RFC 8291). */
export const PushSubscriptionForm = z.strictObject({
  endpoint: Endpoint,
  expirationTime: z.number().nullish(),
  keys: z.strictObject({
    p256dh: z
      .string()
      .max(88)
      .regex(/^[\w-]{87}=?$/),
    auth: z
      .string()
      .max(24)
      .regex(/^[\w-]{22}={0,2}$/),
  }),
})
export type PushSubscriptionForm = z.output<typeof PushSubscriptionForm>

export const subscribePush = endpoint({
  method: 'POST',
  path: '/api/push-subscription',
  access: 'member',
  summary: 'Stores the push subscription of this browser until its session ends. Also `POST /api/user.php?push=1`.',
  body: z.strictObject({ subscription: PushSubscriptionForm }),
  reply: z.object({ ok: z.literal(true) }),
})

export const unsubscribePush = endpoint({
  method: 'DELETE',
  path: '/api/push-subscription',
  access: 'member',
  summary: 'Forgets a push subscription of the member.',
  body: z.strictObject({ endpoint: Endpoint }),
  reply: z.object({ ok: z.literal(true) }),
})
