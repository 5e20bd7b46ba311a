import { SearchX } from 'lucide-react'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { SEARCH_MAX_PAGE, SEARCH_PAGE_SIZE } from '#contract/limits.ts'
import type { SearchFilters, SearchReply } from '#contract/search.ts'
import { usePrefetch } from '#web/api/use-prefetch.ts'
import { LikeHeart } from '#web/features/likes/like-button.tsx'
import { MemberTile, tileGrid } from '#web/features/profiles/member-tile.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Pagination } from '#web/ui/navigation/pagination.tsx'
import { searchQuery } from './queries.ts'
import { writeSearch } from './search-url.ts'

/** Tiles that are seen without scrolling on most screens. */
const URGENT_TILES = 4

interface Props {
  reply: SearchReply
  /** As the URL has them, for the links to other pages. */
  filters: SearchFilters
  canLike: boolean
}

export function SearchResults({ reply, filters, canLike }: Props) {
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
            <MemberTile
              member={member}
              isUrgent={index < URGENT_TILES}
              action={canLike && <LikeHeart member={member} />}
            />
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
        pageCount={Math.min(Math.ceil(reply.numResults / SEARCH_PAGE_SIZE), SEARCH_MAX_PAGE)}
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
