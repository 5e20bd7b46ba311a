import { useEffect, useRef } from 'react'
import { Form, href, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { openLink } from '#contract/accounts.ts'
import { ApiError } from '#web/api/api-error.ts'
import { asRouteError, loading, queryOf, type Loading } from '#web/api/load.ts'
import { apiQuery } from '#web/api/queries.ts'
import { PageTitle } from '#web/shell/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { isLinkToken } from './route-params.ts'
import type { Route } from './+types/one-time-link'

/** Only checks the form of the token: opening the page uses no link (ACC-18). */
export const loader = loading(async ({ params }: Loading<Route.LoaderArgs>) => {
  if (!isLinkToken(params.token)) throw new ApiError(404, { code: 'request.not_found' })
})

/** Uses the link. Runs on the server for a full page load, so that the session cookie reaches the browser. */
export async function action(args: Route.ActionArgs) {
  const { token } = args.params
  try {
    if (!isLinkToken(token)) throw new ApiError(404, { code: 'request.not_found' })
    await queryOf(args)(apiQuery(openLink, { params: { token } }))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'accounts.link_invalid') return redirect(href('/activate/error'))
    throw asRouteError(error)
  }
  return redirect(href('/activate/done'))
}

/** The target of the one-time links in mails: a form that the script sends at once, and a button without scripts. */
export default function OneTimeLink() {
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
