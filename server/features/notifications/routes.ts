import { z } from 'zod'
import * as contract from '#contract/notifications/calls.ts'
import * as schemas from '#contract/notifications/schemas.ts'
import { MAIL_PREFERENCES_RATE, MAIL_REPORT_RATE, MAIL_TOKEN_MAX_LENGTH, NOTIFICATIONS_RATE } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { findNoticeSettings, findPreferences, saveNoticeSettings, savePreferences, unsubscribe } from './preferences.ts'
import { reportRoutes, textOf } from './reports/report-routes.ts'

export function notificationsRoutes({ app, route }: Pick<Routes, 'app' | 'route'>, context: AppContext) {
  route(contract.getNoticeSettings, schemas.getNoticeSettings, async ({ viewer: { userId } }) => ({
    settings: await findNoticeSettings(context, userId),
  }))

  route(
    contract.saveNoticeSettings,
    schemas.saveNoticeSettings,
    async ({ viewer: { userId }, body }) => {
      await saveNoticeSettings(context, { userId, change: body })
      return { settings: await findNoticeSettings(context, userId) }
    },
    { memberRate: NOTIFICATIONS_RATE },
  )

  route(
    contract.getMailPreferences,
    schemas.getMailPreferences,
    async ({ query: { token } }) => ({ preferences: await findPreferences(context, token) }),
    { rateLimit: MAIL_PREFERENCES_RATE },
  )

  route(
    contract.saveMailPreferences,
    schemas.saveMailPreferences,
    async ({ body: { token, notifications_disabled: kinds }, language }) => {
      await savePreferences(context, { token, kinds, language })
      return { preferences: await findPreferences(context, token) }
    },
    { rateLimit: MAIL_PREFERENCES_RATE },
  )

  unsubscribeRoute(app, context)
  reportRoutes(app, context)
}

const Unsubscription = z.object({
  token: z
    .string()
    .max(MAIL_TOKEN_MAX_LENGTH)
    .regex(/^[\w.-]+$/),
})
/** In a form, or as a part of one (RFC 8058). */
const ONE_CLICK = /List-Unsubscribe"?(=|\r?\n\r?\n)One-Click/i

/** Mail programs post to the address of the page, without cookies, from servers of their own (NOTE-12). */
function unsubscribeRoute(app: Routes['app'], context: AppContext) {
  void app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    // One server of a mail provider asks for many members.
    const config = { rateLimit: MAIL_REPORT_RATE }
    forms.post('/mail-preferences', { config, schema: { hide: true } }, async (request, reply) => {
      const query = Unsubscription.safeParse(request.query)
      if (!query.success) throw new AppError('notifications.link_invalid')
      if (!ONE_CLICK.test(textOf(request.body))) throw new AppError('request.invalid')
      await unsubscribe(context, query.data.token)
      return reply.code(200).send()
    })
  })
}
