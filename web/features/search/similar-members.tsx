import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ProfileCard } from '#contract/profiles.ts'
import { MemberTile, tileGrid } from '#web/features/profiles/member-tile.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { similarQuery } from './queries.ts'

interface Props {
  profileId: string
  /** Shown in the corner of a tile, such as the heart. */
  renderAction: (member: ProfileCard) => ReactNode
}

/** Similar members at the end of a profile (SEARCH-7). Not in the loader, so that the profile does not wait for them. */
export function SimilarMembers({ profileId, renderAction }: Props) {
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
                <MemberTile member={member} heading="h3" action={renderAction(member)} />
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
