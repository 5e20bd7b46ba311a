import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { languageOf, rejectForeignOrigin } from '#server/platform/http/routes.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { findPayment, settlePayment } from './sandbox-store.ts'
import { checkoutPage, missingPage, pagePolicy } from './sandbox-page.ts'
import { SandboxEvent } from './sandbox.ts'

/** Sends one event of the sandbox to the site, with retries until the site accepts it. */
export const sandboxWebhook = defineJob('payments.sandbox_webhook', SandboxEvent)

const CheckoutPath = z.object({ ref: z.string().regex(/^[0-9A-Za-z]+$/) })
/** The form that the buttons of the page submit. */
const CheckoutForm = z.object({ status: z.enum(['completed', 'pending', 'failed', 'cancelled']) })

const PATH = '/sandbox/checkout/:ref'

/** Registers the checkout of the sandbox. Needs its own Fastify instance, because it adds a parser for forms. */
export function sandboxPages(app: FastifyInstance, { db, clock, jobs, transaction }: Context) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  app.get(PATH, async (request, reply) => {
    const path = CheckoutPath.safeParse(request.params)
    const payment = path.success ? await findPayment(db, path.data.ref) : null
    const language = languageOf(request)
    void reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy)
      .header('cache-control', 'private, no-store')
    if (!payment) return reply.code(404).send(missingPage(language))
    return reply.send(checkoutPage(payment, language))
  })

  // Before the body is read.
  const preParsing = async (request: FastifyRequest) => rejectForeignOrigin(request)
  app.post(PATH, { preParsing }, async (request, reply) => {
    const path = CheckoutPath.safeParse(request.params)
    if (!path.success) throw new AppError('request.not_found')
    const { ref } = path.data
    const form = CheckoutForm.safeParse(request.body)
    const payment = await findPayment(db, ref)
    if (!payment || !form.success) return reply.redirect(PATH.replace(':ref', ref), 303)
    const { status } = form.data
    await transaction(async (tx) => {
      const isSettled = await settlePayment(tx, { ref, status, at: clock.now() })
      if (isSettled) await jobs.enqueue(tx, sandboxWebhook, { eventId: newPublicId(), ref, status })
    })
    return reply.redirect(payment.returnPath, 303)
  })
}
