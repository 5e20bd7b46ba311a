import { useQuery } from '@tanstack/react-query'
import { useTranslations } from '#web/i18n/intl.tsx'
import { SIMILAR_MEMBERS } from '#contract/limits.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { MemberTiles, type Hearts } from '#web/features/profiles/tiles/member-tiles.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { similarQuery } from './queries.ts'

interface Props {
  profileId: string
  hearts: Hearts
  /** Where the viewer lives, as far as it is loaded. */
  home: Pick<ProfileCard, 'country' | 'region' | 'city'> | undefined
}

/** Similar members at the end of a profile (SEARCH-7). Not in the loader: the profile does not wait. */
export function SimilarMembers({ profileId, hearts, home }: Props) {
  const t = useTranslations('search')
  const common = useTranslations('common')
  const { data, isError, isFetching, refetch } = useQuery(similarQuery(profileId))
  if (data?.results.length === 0) return null
  return (
    // No row with a hole: two columns on a phone, six on a wide screen.
    <section className="mt-12 max-sm:[&_li:last-child:nth-child(odd):not(:only-child)]:hidden xl:[&_li:nth-child(n+7)]:hidden">
      <h2 className="mb-4 text-xl font-bold">{t('similar')}</h2>
      {isError && !data ? (
        <LoadFailed
          text={t('similarFailed')}
          retryLabel={common('retry')}
          isPending={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <MemberTiles
          members={data.results}
          heading="h3"
          hearts={hearts}
          reasonOf={(member) => (isInTown(member, home) ? t('isSameTown') : undefined)}
        />
      ) : (
        <ul className="tile-grid">
          {Array.from({ length: SIMILAR_MEMBERS }, (_, index) => (
            <li key={index}>
              <Skeleton shape="tile" />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function isInTown({ country, region, city }: ProfileCard, home: Props['home']) {
  if (!home?.city || home.country !== country || home.region !== region) return false
  return home.city.toLowerCase() === city?.toLowerCase()
}
