import { useQueryClient } from '@tanstack/react-query'
import { data, href, redirect } from 'react-router'
import { asRouteError, queryOf } from '#web/api/load.ts'
import { ApiError } from '#web/api/api-error.ts'
import { Lander } from '#web/features/landers/lander.tsx'
import { landerQuery } from '#web/features/landers/queries.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { MemberLanderDiscovery } from '#web/shell/discovery.tsx'
import { pageContext } from '#web/shell/document/page.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { memberLanderOf, slugOf } from './route-params.ts'
import type { Route } from './+types/member-lander'

/**
 * On the server only: the page is not hydrated. A member is sent to the profile. A profile that visitors
 * cannot see is answered as one that does not exist: 404, with a link to the others.
 */
export async function loader(args: Route.LoaderArgs) {
  const { params, context, request } = args
  const query = queryOf(args)
  const lander = memberLanderOf(request.url)
  try {
    const { user } = await query(userQuery())
    if (user) throw redirect(href('/members/:id', { id: params.id }))
    await query(landerQuery({ lander, slug: slugOf(params), language: context.get(pageContext).language }))
  } catch (error) {
    throw asRouteError(error)
  }
  try {
    await query(memberQuery(params.id))
    return null
  } catch (error) {
    const isHidden = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
    if (!isHidden) throw asRouteError(error)
    return data(null, { status: 404 })
  }
}

/**
 * A landing page about one member, with what visitors see of members: first name, age, region and one photo.
 * It is rendered for each visitor, so a member who leaves or hides is gone at once (decision 0052).
 */
export default function MemberLander({ params, matches }: Route.ComponentProps) {
  const member = useQueryClient().getQueryData(memberQuery(params.id).queryKey)?.member ?? null
  const name = memberLanderOf(matches.at(-1)?.pathname ?? '')
  return (
    <Lander
      name={name}
      slug={slugOf(params)}
      member={member}
      head={({ title }) => (
        <>
          <PageTitle title={title} isPrivate />
          {import.meta.env.SSR && member && (
            <MemberLanderDiscovery name={name} slug={slugOf(params) ?? undefined} title={title} member={member} />
          )}
        </>
      )}
    />
  )
}
