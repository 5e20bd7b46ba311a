import SearchX from 'lucide-react/icons/search-x'
import { href } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { pageCount } from './page-count.ts'
import { writeSearch } from './search-url.ts'
import type { SearchState } from './use-search.ts'

/** No member matches, or the page of the URL comes after the last one. */
export function NoMembers({ state: { reply, search } }: { state: SearchState }) {
  const t = useTranslations('search-filters')
  const last = pageCount(reply.numResults)
  const isPast = last > 0 && (search.page > last || search.after !== undefined)
  const key = isPast ? 'past' : 'empty'
  return (
    <EmptyState
      icon={<SearchX />}
      title={t(`${key}.title`)}
      actions={
        isPast && (
          <Button render={<Link to={href('/members') + writeSearch({ ...search.filters, page: last })} />}>
            {t('past.last', { page: last })}
          </Button>
        )
      }
    >
      {t(`${key}.text`)}
    </EmptyState>
  )
}
