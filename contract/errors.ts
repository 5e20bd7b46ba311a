import { z } from 'zod'

/**
 * Every refusal the server can give, with its HTTP status. Codes read `slice.reason`; the sentences are in
 * `locales/<lang>/errors.json` under the same keys. `authentication_required` is named by spec §4.
 */
export const errorStatus = {
  authentication_required: 403,
  'request.invalid': 400,
  'request.forbidden_origin': 403,
  'request.too_many': 429,
  'request.too_large': 413,
  'request.unsupported_type': 415,
  'request.not_found': 404,
  'request.failed': 500,
  'accounts.login_failed': 401,
  'accounts.login_locked': 429,
  'accounts.email_invalid': 422,
  'accounts.email_taken': 409,
  'accounts.password_too_short': 422,
  'accounts.password_too_long': 422,
  'accounts.password_too_common': 422,
  'accounts.link_invalid': 410,
  'accounts.disabled': 403,
  'profiles.not_found': 404,
  'profiles.name_is_email': 422,
  'profiles.name_starts_with_at': 422,
  'profiles.name_length': 422,
  'profiles.birth_date_invalid': 422,
  'profiles.too_young': 422,
  'profiles.region_unknown': 422,
  'profiles.city_required': 422,
  'profiles.text_too_long': 422,
  'profiles.photo_not_found': 404,
  'profiles.photo_too_large': 413,
  'profiles.photo_not_an_image': 415,
  'profiles.photo_too_small': 422,
  'profiles.photo_limit': 403,
  'signup.closed': 403,
  'signup.terms_required': 422,
  'moderation.blocked': 403,
  'moderation.self': 422,
  'likes.self': 422,
  'chat.not_found': 404,
  'chat.empty': 422,
  'chat.too_long': 422,
  'chat.self': 422,
  'chat.partner_left': 403,
  'chat.cannot_reply_yet': 403,
  'chat.conversation_limit': 403,
  'credits.insufficient': 402,
  'payments.bundle_unknown': 404,
  'payments.method_unknown': 422,
  'payments.order_not_found': 404,
  'payments.order_closed': 409,
  'payments.webhook_signature': 401,
  'payments.provider_unavailable': 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

/** Values that a sentence needs, such as `{minutes: 15}`. */
export const ErrorParams = z.record(z.string(), z.union([z.string(), z.number()]))
export type ErrorParams = z.output<typeof ErrorParams>

/** The body of every refusal. `fields` names the inputs at fault, by their key in the request body. */
export const ErrorBody = z.object({
  error: z.object({
    code: z.enum(codes),
    params: ErrorParams.optional(),
    fields: z.record(z.string(), z.object({ code: z.enum(codes), params: ErrorParams.optional() })).optional(),
    /** Quote this to support: the server's log has the same id. */
    requestId: z.string().optional(),
  }),
})
export type ErrorBody = z.output<typeof ErrorBody>
