import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { LikeHeart } from '#web/features/likes/like-button.tsx'
import { MemberTile, tileGrid } from '#web/features/profiles/member-tile.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { similarQuery } from './queries.ts'

/** Related profiles at the end of one; fetched once the page stands. */
export function SimilarMembers({ profileId }: { profileId: string }) {
  const t = useTranslations('search')
  const { data } = useQuery(similarQuery(profileId))
  if (data?.results.length === 0) return null
  return (
    <section className="mt-12">
      <h2 className="mb-4 text-xl font-bold">{t('similar')}</h2>
      <ul className={tileGrid}>
        {data
          ? data.results.map((member) => (
              <li key={member.id}>
                <MemberTile member={member} heading="h3" action={<LikeHeart member={member} />} />
              </li>
            ))
          : Array.from({ length: 4 }, (_, index) => (
              <li key={index}>
                <Skeleton shape="tile" />
              </li>
            ))}
      </ul>
    </section>
  )
}
