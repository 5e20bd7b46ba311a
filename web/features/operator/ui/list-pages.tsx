import { useLocation } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'

/** Where the place in a list is in the URL: the key of the last row of the page before. */
export const PLACE_PARAMETER = 'before'

/** Leads to the next page of a list and back to its first one. `next`: the key that the reply names. */
export function ListPages({ next }: { next: string | number | null }) {
  const t = useTranslations('operator.list')
  const { pathname, search } = useLocation()
  const current = new URLSearchParams(search)
  const first = withPlace(current, null)
  if (next === null && !current.has(PLACE_PARAMETER)) return null
  return (
    <nav aria-label={t('pages')} className="flex gap-4 text-sm">
      {current.has(PLACE_PARAMETER) && (
        <Link to={pathname + first} className="target font-semibold text-accent-text underline">
          {t('first')}
        </Link>
      )}
      {next !== null && (
        <Link
          to={pathname + withPlace(current, String(next))}
          className="target font-semibold text-accent-text underline"
        >
          {t('next')}
        </Link>
      )}
    </nav>
  )
}

function withPlace(current: URLSearchParams, place: string | null) {
  const search = new URLSearchParams(current)
  if (place === null) search.delete(PLACE_PARAMETER)
  else search.set(PLACE_PARAMETER, place)
  return search.size > 0 ? `?${search}` : ''
}

/** Returns the filters of a URL as a query of the contract: without the fields that are empty or unknown. */
export function filtersOf<Name extends string>(search: URLSearchParams, names: readonly Name[]) {
  const entries = names.flatMap((name) => {
    const value = search.get(name)?.trim()
    return value ? [[name, value]] : []
  })
  return Object.fromEntries(entries) as { [Each in Name]?: string }
}

/** Returns the address of a list as a file, with the filters of its page. */
export function fileUrl(path: string, filters: Record<string, string | undefined>) {
  const entries = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return entries.length > 0 ? `${path}?${new URLSearchParams(entries)}` : path
}
