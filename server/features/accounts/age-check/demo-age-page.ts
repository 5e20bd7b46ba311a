import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createTranslator } from 'use-intl/core'
import { z } from 'zod'
import type { Language } from '#contract/languages.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { DEMO_AGE_PAGE, withDemoOutcome } from '#server/platform/age-provider/age-provider.ts'
import type { Context } from '#server/platform/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { languageOf } from '#server/platform/http/visitor/request-language.ts'
import { sandboxPolicy, sandboxStyle } from '#server/platform/http/sandbox-style.ts'
import { rejectForeignOrigin } from '#server/platform/http/visitor/request-origin.ts'
import { textsOf } from '#server/texts.ts'
import { PAGE } from './age-check.ts'
import { findCheck, setDemoOutcome } from './age-check-queries.ts'

const Form = z.object({ outcome: z.enum(['passed', 'failed']) })

type Deps = Pick<Context, 'db'> & Pick<Routes<Viewer>, 'identifyMember'>

/**
 * Registers the page of a demo's provider, in a Fastify instance of its own, for its parser of forms. It asks
 * for nothing: the member chooses the outcome, which the site then asks for as it asks a real provider.
 */
export function demoAgePage(app: FastifyInstance, { db, identifyMember }: Deps) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  app.get(DEMO_AGE_PAGE, async (request, reply) => {
    await identifyMember(request)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', sandboxPolicy)
      .header('cache-control', 'private, no-store')
      .send(page(languageOf(request)))
  })

  // Before the body is read.
  const preParsing = async (request: FastifyRequest) => rejectForeignOrigin(request)
  app.post(DEMO_AGE_PAGE, { preParsing }, async (request, reply) => {
    const { userId } = await identifyMember(request)
    const form = Form.safeParse(request.body)
    const check = await findCheck(db, userId)
    if (form.success && check?.id)
      await setDemoOutcome(db, { userId, id: check.id, to: withDemoOutcome(check.id, form.data.outcome) })
    return reply.redirect(PAGE, 303)
  })
}

/** Only texts of the catalogues are inserted, which contain no markup. */
function page(language: Language) {
  const t = createTranslator({ locale: language, messages: textsOf('age-check', language) })
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${t('demo.title')}</title>
    <style>${sandboxStyle}</style>
  </head>
  <body>
    <main class="column">
      <h1>${t('demo.title')}</h1>
      <p class="notice">${t('demo.text')}</p>
      <form method="post">
        <p><button class="main-button" name="outcome" value="passed">${t('demo.pass')}</button></p>
        <p><button name="outcome" value="failed">${t('demo.fail')}</button></p>
        <p><a class="button" href="${PAGE}">${t('demo.back')}</a></p>
      </form>
    </main>
  </body>
</html>
`
}
