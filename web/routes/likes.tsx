import { useQuery } from '@tanstack/react-query'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { likeLists } from '#contract/likes.ts'
import { loading, queryClientContext, type Loading } from '#web/api/load.ts'
import { LikeList } from '#web/features/likes/like-list.tsx'
import { likeListPagesQuery, likesQuery } from '#web/features/likes/queries.ts'
import { PageTitle } from '#web/shell/page-title.tsx'
import { CountBadge } from '#web/ui/elements/badge.tsx'
import { TabLinks } from '#web/ui/navigation/tab-links.tsx'
import { likeListOf } from './route-params.ts'
import type { Route } from './+types/likes'

const load = loading(async ({ context, params }: Loading<Route.LoaderArgs>) => {
  const list = likeListPagesQuery(likeListOf(params.type))
  await context.get(queryClientContext).infiniteQuery({ ...list, staleTime: 'static' })
})
export const loader = load
export const clientLoader = load

export default function Likes({ params }: Route.ComponentProps) {
  const t = useTranslations('likes')
  const type = likeListOf(params.type)
  const newLikes = useQuery(likesQuery()).data?.num_new ?? 0
  return (
    <>
      <PageTitle title={`${t('title')} – ${t(`tabs.${type}`)}`} isPrivate />
      <h1 className="mb-4 text-2xl font-bold">{t('title')}</h1>
      <TabLinks
        className="mb-6"
        label={t('tabs.label')}
        links={likeLists.map((list) => ({
          key: list,
          label: t(`tabs.${list}`),
          isCurrent: list === type,
          badge: list === 'received' && <CountBadge count={newLikes} />,
          render: <Link to={href('/likes/:type?', { type: list })} prefetch="intent" />,
        }))}
      />
      <LikeList key={type} type={type} />
    </>
  )
}
