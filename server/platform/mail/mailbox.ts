import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { languageOf } from '#server/platform/http/visitor/request-language.ts'

const SHOWN_EMAILS = 100

const Params = z.object({ id: z.string() })

/**
 * Serves the mailbox page of a demo: `/dev/mailbox` shows the outbox to any visitor. It is off in production
 * and where a mail server is configured.
 */
export function registerMailbox(app: FastifyInstance, { config, mail }: Pick<Context, 'config' | 'mail'>) {
  const { outbox } = mail
  if (config.mode !== 'demo' || !outbox) return
  const schema = { hide: true }

  app.get<{ Params: { id?: string } }>('/dev/mailbox/:id?', { schema }, async (request, reply) => {
    const { id } = request.params
    const [emails, { renderMailbox }] = await Promise.all([outbox.list(SHOWN_EMAILS), mail.loadRenderer()])
    const selected = id ? await outbox.find(id) : null
    if (id && !selected) throw new AppError('request.not_found')
    const nonce = randomBytes(16).toString('base64url')
    sendPage(reply, `style-src 'nonce-${nonce}'; frame-src 'self'; form-action 'none'; frame-ancestors 'none'`)
    return renderMailbox({ emails, selected, language: languageOf(request), nonce })
  })

  app.get('/dev/mailbox/:id/html', { schema }, async (request, reply) => {
    const email = await outbox.find(Params.parse(request.params).id)
    if (!email) throw new AppError('request.not_found')
    const styles = hashesOf(email.html).join(' ')
    sendPage(
      reply.header('x-frame-options', 'SAMEORIGIN'),
      `sandbox allow-top-navigation-by-user-activation; style-src ${styles}; style-src-attr 'unsafe-inline'; ` +
        "img-src data:; form-action 'none'; frame-ancestors 'self'",
    )
    // Links replace the mailbox page, because the sandboxed iframe may not open windows.
    return email.html.replaceAll('target="_blank"', 'target="_top"')
  })

  app.get('/dev/mailbox/:id/eml', { schema }, async (request, reply) => {
    const { id } = Params.parse(request.params)
    const eml = await outbox.findEml(id)
    if (!eml) throw new AppError('request.not_found')
    void reply.header('content-disposition', `attachment; filename="${id}.eml"`).type('message/rfc822')
    return eml
  })
}

function sendPage(reply: FastifyReply, policy: string) {
  void reply
    .header('content-security-policy', `default-src 'none'; base-uri 'none'; ${policy}`)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
}

/** Returns the CSP hashes of a mail's inline style sheets, so that only these are allowed. */
function hashesOf(html: string) {
  const sheets = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, sheet = '']) => sheet)
  const hashes = sheets.map((sheet) => `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`)
  return hashes.length > 0 ? hashes : ["'none'"]
}
