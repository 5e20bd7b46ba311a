import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ProfileCard } from '#contract/profiles.ts'
import type { SearchFilters, SearchReply } from '#contract/search.ts'
import { usePrefetch } from '#web/api/use-prefetch.ts'
import { MemberTile, tileGrid } from '#web/features/profiles/member-tile.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Pagination } from '#web/ui/navigation/pagination.tsx'
import { searchQuery } from './queries.ts'
import { pageCount } from './page-count.ts'
import { writeSearch } from './search-url.ts'

/** Tiles that most screens show without scrolling; their photos are loaded first. */
const URGENT_TILES = 4

interface Props {
  reply: SearchReply
  /** The filters of the URL, for the links to other pages. */
  filters: SearchFilters
  /** Shown in the corner of a tile, such as the heart. */
  renderAction: (member: ProfileCard) => ReactNode
}

export function SearchResults({ reply, filters, renderAction }: Props) {
  const t = useTranslations('search')
  const prefetch = usePrefetch()
  if (reply.results.length === 0) {
    return (
      <EmptyState icon={<SearchX />} title={t('empty.title')}>
        {t('empty.text')}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={tileGrid}>
        {reply.results.map((member, index) => (
          <li key={member.id}>
            <MemberTile member={member} isUrgent={index < URGENT_TILES} action={renderAction(member)} />
          </li>
        ))}
      </ul>
      <Pagination
        className="mt-8"
        label={t('pages')}
        previousLabel={t('previousPage')}
        nextLabel={t('nextPage')}
        pageLabel={(page) => t('page', { page })}
        page={reply.pageNumber}
        pageCount={pageCount(reply.numResults)}
        renderLink={(page) => (
          <Link
            to={href('/members') + writeSearch({ ...filters, page })}
            prefetch="intent"
            {...prefetch(searchQuery({ ...filters, page }))}
          />
        )}
      />
    </>
  )
}
