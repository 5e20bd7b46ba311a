import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { DiscoveryRow, SuggestedMember } from '#contract/games/schemas.ts'
import { DAILY_PICKS } from '#contract/limits.ts'
import { Link } from '#web/api/link.tsx'
import { useLoaded } from '#web/api/use-cached.ts'
import { useHearts } from '#web/features/likes/use-likes.ts'
import type { Hearts } from '#web/features/profiles/tiles/member-tiles.tsx'
import { MemberTiles } from '#web/features/profiles/tiles/member-tiles.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { writeSearch } from '#web/features/search/search-url.ts'
import { useSharedText } from '#web/features/search/use-shared-text.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { cx } from '#web/ui/cx.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { discoveryQuery } from './discovery-query.ts'
import { useReasonTexts } from './use-reason-texts.ts'

/** Tiles that most screens show without scrolling. */
const URGENT_TILES = 3

/** Members for today, online, and new nearby, each as a row that scrolls sideways (GAME-6, GAME-7). */
export function DiscoveryRows() {
  const t = useTranslations('games.discovery')
  const search = useTranslations('search')
  const hearts = useHearts()
  const discovery = useLoaded(discoveryQuery())
  const reasonTexts = useReasonTexts()
  const sharedText = useSharedText()
  if (!discovery) return null
  const { today, online, newNear } = discovery
  const isAlone = today.length < DAILY_PICKS && !online && !newNear
  function reasonOf(member: SuggestedMember) {
    const [first] = member.reasons
    return first?.kind === 'interests' ? sharedText(first.interests) : (reasonTexts(member)[0]?.text ?? '')
  }
  return (
    // On a wide screen short rows share a line.
    <div className="tile-rows lg:flex lg:flex-wrap lg:items-start lg:gap-x-8">
      {today.length > 0 && (
        <Row title={t('today')} className={isAlone ? 'w-full' : short} link={<SharedInterests />}>
          <div className="flex gap-4">
            <MemberTiles
              members={today}
              layout="row"
              heading="h3"
              urgentCount={URGENT_TILES}
              hearts={hearts}
              noteOf={reasonOf}
            />
            {(isAlone || today.length === 1) && (
              <MoreForYou className={cx(today.length > 1 && 'max-lg:hidden', !isAlone && 'lg:hidden')} />
            )}
          </div>
        </Row>
      )}
      {online && <MoreMembers title={search('flags.online')} row={online} hearts={hearts} />}
      {newNear && <MoreMembers title={t('newNear')} row={newNear} hearts={hearts} />}
    </div>
  )
}

/**
 * Fills the line of a short row, on a phone beside a single member: the match finder has more such members.
 */
function MoreForYou({ className }: { className: string }) {
  const t = useTranslations('games')
  return (
    <Link
      to={`${href('/match-finder')}?step=results`}
      prefetch="intent"
      className={cx(
        // As high as a tile, whose notes are below it.
        'my-1 grid min-h-[calc(var(--tile)*4/3)] flex-1 content-center justify-items-center gap-2 self-start rounded-lg',
        'bg-accent-soft p-4 text-center',
        className,
      )}
    >
      <span aria-hidden className="heart-mark size-8 text-secondary" />
      <span className="font-semibold text-accent-text">{t('swipe.empty.finder')}</span>
      <span className="text-sm text-balance text-text-muted">{t('finder.resultsText')}</span>
    </Link>
  )
}

/** The match finder ranks members by them. */
function SharedInterests() {
  const t = useTranslations('search')
  const { visible_profile_fields: visible } = useSettings()
  if (!visible.includes('interests')) return null
  return (
    <Link
      to={`${href('/match-finder')}?step=results`}
      prefetch="intent"
      className="target shrink-0 py-1 text-sm font-semibold text-accent-text"
    >
      {t('sharedInterests')}
    </Link>
  )
}

interface MoreMembersProps {
  title: string
  row: DiscoveryRow
  hearts: Hearts
}

/** A row and the way to all of its members. The server keeps the room for its tiles, which cost it time. */
function MoreMembers({ title, row: { results, numResults, isExact, filters }, hearts }: MoreMembersProps) {
  const t = useTranslations('games.discovery')
  const isHydrated = useIsHydrated()
  return (
    <Row
      title={title}
      // A long one takes what is left of its line, and scrolls.
      className={results.length > DAILY_PICKS ? 'lg:min-w-0 lg:flex-[1_1_20rem]' : short}
      link={
        <Link
          to={href('/members') + writeSearch(filters)}
          className="target shrink-0 py-1 text-sm font-semibold text-accent-text"
        >
          <span className="sr-only">{`${title}: `}</span>
          {t('all', { count: numResults, more: isExact ? '' : '+' })}
        </Link>
      }
    >
      {isHydrated ? (
        <MemberTiles members={results} layout="row" heading="h3" hearts={hearts} />
      ) : (
        <ul className="tile-row" aria-hidden>
          {results.slice(0, 4).map(({ id }) => (
            <li key={id}>
              <Skeleton shape="tile" />
            </li>
          ))}
        </ul>
      )}
    </Row>
  )
}

/** A row that is as wide as its tiles. */
const short = 'lg:max-w-full'

interface RowProps {
  title: string
  className: string
  link?: ReactNode
  children: ReactNode
}

function Row({ title, className, link, children }: RowProps) {
  return (
    <section className={cx('mb-5', className)}>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-lg font-bold">{title}</h2>
        {link}
      </div>
      {children}
    </section>
  )
}
