import { useQuery } from '@tanstack/react-query'
import { useTranslations } from '#web/i18n/intl.tsx'
import { MAXIMUM_AGE, MINIMUM_AGE, SIMILAR_MEMBERS, SIMILAR_YEARS } from '#contract/limits.ts'
import type { MemberProfile, ProfileCard } from '#contract/profiles/schemas.ts'
import { MemberTiles, type Hearts } from '#web/features/profiles/tiles/member-tiles.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { searchQuery, similarQuery } from './queries.ts'

interface Props {
  profileId: string
  hearts: Hearts
  /** Where the viewer lives, as far as it is loaded. */
  home: Pick<ProfileCard, 'country' | 'region' | 'city'> | undefined
}

/** A single tile looks forgotten beside the empty part of its row. */
const LEAST = 2

/** No row with a hole on a phone, which has two columns. */
const fullRowsVariants = 'max-sm:[&_li:last-child:nth-child(odd)]:hidden'

/** Similar members at the end of a profile (SEARCH-7). Not in the loader: the profile does not wait. */
export function SimilarMembers({ profileId, hearts, home }: Props) {
  const t = useTranslations('profiles-member')
  const searchT = useTranslations('search')
  const common = useTranslations('common')
  const { data, isError, isFetching, refetch } = useQuery(similarQuery(profileId))
  if (data && data.results.length < LEAST) return null
  return (
    <section className={cx('mt-12 xl:[&_li:nth-child(n+7)]:hidden', fullRowsVariants)}>
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
          reasonOf={(member) => (isInTown(member, home) ? searchT('isSameTown') : undefined)}
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

/** As many tiles as fill rows of two, three and six. */
const FULL_ROWS = 6

/** The search that shows a visitor similar members (SEARCH-7): its filters are those that visitors have. */
export const similarForVisitorQuery = ({ gender, country, age }: Pick<MemberProfile, 'gender' | 'country' | 'age'>) =>
  searchQuery({
    gender,
    country,
    minAge: Math.max(MINIMUM_AGE, age - SIMILAR_YEARS),
    maxAge: Math.min(MAXIMUM_AGE, age + SIMILAR_YEARS),
  })

/**
 * The same for visitors. In the loader, so that nothing moves when it arrives. Without it the page is
 * complete.
 */
export function SimilarForVisitor({ member }: { member: MemberProfile }) {
  const t = useTranslations('profiles-member')
  const { data } = useQuery({ ...similarForVisitorQuery(member), enabled: false })
  // A visitor sees one photo of each: those without one show nothing here.
  const others = data?.results.filter(({ id, photo }) => id !== member.id && photo !== null) ?? []
  if (others.length < LEAST) return null
  return (
    <section className={cx('mt-6', fullRowsVariants)}>
      <h2 className="mb-4 text-xl font-bold">{t('similar')}</h2>
      <MemberTiles members={others.slice(0, FULL_ROWS)} heading="h3" hearts={null} />
    </section>
  )
}
