import MailX from 'lucide-react/icons/mail-x'
import { useEffect, useRef } from 'react'
import { data, Form, href, Link, redirect } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { openLink } from '#contract/accounts/calls.ts'
import { ApiError } from '#web/api/api-error.ts'
import { asRouteError, queryOf } from '#web/api/load.ts'
import { apiQuery } from '#web/api/queries.ts'
import { pathAfterInvalidLink, pathAfterLink } from '#web/features/accounts/link-paths.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { isBrokenLinkToken, isLinkToken, unknownPage } from '#web/routes/route-params.ts'
import type { Route } from './+types/one-time-link'

/**
 * Only checks the form of the token: opening the page uses no link (ACC-18). One that is no longer whole gets
 * the page of invalid links.
 */
export function loader({ params: { token } }: Route.LoaderArgs) {
  if (isLinkToken(token)) return null
  if (isBrokenLinkToken(token)) return data(null, { status: 410 })
  throw unknownPage()
}

/**
 * Uses the link and continues to its target. Runs on the server for a full page load, so that the session
 * cookie reaches the browser. Returns the error that this page shows.
 */
export async function action(args: Route.ActionArgs) {
  const { token } = args.params
  try {
    if (!isLinkToken(token)) throw new ApiError(404, { code: 'request.not_found' })
    return redirect(pathAfterLink(await queryOf(args)(apiQuery(openLink, { params: { token } }))))
  } catch (error) {
    if (!(error instanceof ApiError) || !error.code.startsWith('accounts.')) throw asRouteError(error)
    const target = pathAfterInvalidLink(error)
    return target ? redirect(target) : data({ code: error.code }, { status: error.status })
  }
}

/** The target of one-time links in mails: a form that the script sends at once, or a button without it. */
export default function OneTimeLink({ params, actionData }: Route.ComponentProps) {
  if (actionData) return <InvalidLink code={actionData.code} />
  return isLinkToken(params.token) ? <OpenLink /> : <InvalidLink code="accounts.link_invalid" />
}

function OpenLink() {
  const t = useTranslations('accounts')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.submit(), [])
  return (
    <div className="mx-auto max-w-xl py-6 text-center">
      <PageTitle title={t('openLink.title')} isPrivate />
      <h1 className="mb-2 text-3xl font-bold">{t('openLink.title')}</h1>
      <p className="mb-8 text-text-muted">{t('openLink.text')}</p>
      <Form ref={form} method="post" reloadDocument>
        <Button type="submit">{t('openLink.submit')}</Button>
      </Form>
    </div>
  )
}

/** The purpose of the link is unknown, so this page names all ways to a new one (ACC-5). */
function InvalidLink({ code }: { code: ApiError['code'] }) {
  const t = useTranslations('accounts')
  const text = useErrorText().ofCode(code)
  return (
    <div className="mx-auto max-w-xl py-6 text-center">
      <PageTitle title={text} isPrivate />
      <MailX aria-hidden className="mx-auto mb-4 size-14 text-danger-text" />
      <h1 className="mb-2 text-3xl font-bold">{text}</h1>
      <p className="mb-8 text-text-muted">{t('openLink.invalid')}</p>
      <p className="flex flex-wrap justify-center gap-3">
        <Button render={<Link to={href('/reset-password')} />}>{t('openLink.newPassword')}</Button>
        <Button variant="outline" render={<Link to={href('/login')} />}>
          {t('openLink.login')}
        </Button>
      </p>
    </div>
  )
}
