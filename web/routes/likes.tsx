import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { likeLists } from '#contract/likes/like-lists.ts'
import type { LikeList as ListType } from '#contract/likes/schemas.ts'
import { loading, queryClientContext, type Loading } from '#web/api/load.ts'
import { withSocket } from '#web/api/queries.ts'
import { decisionsSent } from '#web/features/likes/decisions-sent.ts'
import { LikeList } from '#web/features/likes/like-list.tsx'
import { likedMembers } from '#web/features/likes/liked-members.ts'
import { likeListPagesQuery, likesQuery } from '#web/features/likes/queries.ts'
import { tabCounts } from '#web/features/likes/tab-counts.ts'
import { useLikes } from '#web/features/likes/use-likes.ts'
import { VisitorsLink } from '#web/features/profiles/visits/visitors-link.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { CountBadge } from '#web/ui/elements/badge.tsx'
import { Link } from '#web/api/link.tsx'
import { TabLinks } from '#web/ui/navigation/tab-links.tsx'
import { likeListOf } from './route-params.ts'
import type { Route } from './+types/likes'

const load = loading(async ({ context, params }: Loading<Route.LoaderArgs>) => {
  const list = likeListPagesQuery(likeListOf(params.type))
  await context.get(queryClientContext).infiniteQuery({ ...list, staleTime: 'static', networkMode: 'always' })
})
export const loader = load

export async function clientLoader(args: Route.ClientLoaderArgs) {
  await decisionsSent(args.context.get(queryClientContext))
  return load(args)
}

export default function Likes({ params }: Route.ComponentProps) {
  const t = useTranslations('likes')
  const nav = useTranslations('shell.nav')
  const type = likeListOf(params.type)
  const counts = useTabCounts(type)
  const newLikes = useQuery({ ...likesQuery(), ...withSocket }).data?.num_new ?? 0
  return (
    <>
      <PageTitle title={`${t('title')} – ${t(`tabs.${type}`)}`} isPrivate />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-bold">{t('title')}</h1>
        <VisitorsLink />
      </div>
      <TabLinks
        className="mb-6"
        label={t('tabs.label')}
        links={likeLists.map((list) => ({
          key: list,
          label: t(`tabs.${list}`),
          isCurrent: list === type,
          badge: (
            <>
              {counts && <TabCount count={counts[list]} />}
              {list === 'received' && <CountBadge count={newLikes} label={nav('newLikes', { count: newLikes })} />}
            </>
          ),
          render: <Link to={href('/likes/:type?', { type: list })} prefetch="intent" />,
        }))}
      />
      <LikeList key={type} type={type} />
    </>
  )
}

/** The numbers of the tabs, with the decisions of this tab of the browser. */
function useTabCounts(type: ListType) {
  const { pages } = useSuspenseInfiniteQuery(likeListPagesQuery(type)).data
  const { isLiked } = useLikes()
  const totals = pages[0]?.totals
  return totals && tabCounts({ totals, members: likedMembers(pages), likeMe: type === 'received', isLiked })
}

/** How many members a tab has. */
function TabCount({ count }: { count: number }) {
  const t = useTranslations('likes')
  return (
    <span className="text-sm font-normal text-text-muted tabular-nums">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{t('count', { count })}</span>
    </span>
  )
}
