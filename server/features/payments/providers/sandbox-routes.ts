import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { SECOND } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { sandboxPolicy } from '#server/platform/http/sandbox-style.ts'
import { languageOf } from '#server/platform/http/visitor/request-language.ts'
import { rejectForeignOrigin } from '#server/platform/http/visitor/request-origin.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { chargeBack, findPayment, keepMethod, settlePayment } from './sandbox-store.ts'
import { checkoutPage, missingPage, webhookFates } from './sandbox-page.ts'
import { SandboxEvent } from './sandbox.ts'

/** Sends one event of the sandbox to the site, with retries until the site accepts it. */
export const sandboxWebhook = defineJob('payments.sandbox_webhook', z.object(SandboxEvent.shape))

const CheckoutPath = z.object({ ref: z.string().regex(/^[0-9A-Za-z]+$/) })
/** The form of the page's buttons: what happens to the payment, and to the webhook that reports it. */
const CheckoutForm = z.object({
  status: z.enum(['completed', 'pending', 'failed', 'cancelled', 'charged_back']),
  webhook: z.enum(webhookFates).default('sent'),
  /** The stored method is declined when it is charged again. */
  declined: z.literal('on').optional(),
})

const SLOW_WEBHOOK_MS = 20 * SECOND

const PATH = '/sandbox/checkout/:ref'

/** Registers the checkout of the sandbox, in a Fastify instance of its own, for its parser of forms. */
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
      .header('content-security-policy', sandboxPolicy)
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
    const { status, webhook, declined } = form.data
    await transaction(async (tx) => {
      const at = clock.now()
      const isChanged =
        status === 'charged_back' ? await chargeBack(tx, { ref, at }) : await settlePayment(tx, { ref, status, at })
      if (isChanged && status === 'completed' && payment.customer !== null) {
        await keepMethod(tx, { token: newPublicId(), customer: payment.customer, isDeclined: declined === 'on', at })
      }
      if (!isChanged || webhook === 'lost') return
      const event = { eventId: newPublicId(), ref }
      const options = webhook === 'slow' ? { runAt: new Date(at.getTime() + SLOW_WEBHOOK_MS) } : {}
      for (let n = 0; n < (webhook === 'twice' ? 2 : 1); n += 1) await jobs.enqueue(tx, sandboxWebhook, event, options)
    })
    return reply.redirect(payment.returnPath, 303)
  })
}
