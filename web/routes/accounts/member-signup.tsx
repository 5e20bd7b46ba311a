import { useQueryClient } from '@tanstack/react-query'
import { href, redirect, useSearchParams } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { firstMessageIdeas } from '#contract/signup/first-message-ideas.ts'
import { ApiError } from '#web/api/api-error.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { SignupPage } from '#web/features/signup/signup-page.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import type { PageLayout } from '#web/shell/layouts/page-layout.ts'
import { LanguageMenu } from '#web/shell/navigation/language-menu.tsx'
import type { Route } from './+types/member-signup'

const load = loading(async ({ query, params }: Loading<Route.LoaderArgs>) => {
  const { user } = await query(userQuery())
  if (user) throw redirect(href('/members/:id', { id: params.id }))
  try {
    await query(memberQuery(params.id))
  } catch (error) {
    // A member who is gone, or hidden from visitors, is left out: the page is the plain sign-up.
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 0) throw error
  }
})
export const handle: PageLayout = { hidesBars: true }
export const loader = load
export const clientLoader = load

/** The sign-up from a member's profile: the first step is a message to them. */
export default function MemberSignup({ params }: Route.ComponentProps) {
  const t = useTranslations('signup')
  const parameter = useSearchParams()[0].get('idea')
  const idea = firstMessageIdeas.find((each) => each === parameter)
  // Only what the loader has found; the profile is not asked for again.
  const target = useQueryClient().getQueryData(memberQuery(params.id).queryKey)?.member ?? null
  return (
    <>
      <PageTitle title={t('title')} isPrivate />
      <SignupPage
        target={target}
        firstMessage={idea && target ? t(`ideas.${idea}`, { name: target.name }) : undefined}
        corner={<LanguageMenu />}
      />
    </>
  )
}
