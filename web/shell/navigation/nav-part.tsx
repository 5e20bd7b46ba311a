import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { readCached } from '#web/api/use-cached.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { kept } from '#web/ui/kept.ts'
import { useCurrentEntry } from './nav-entries.tsx'
import { useUnreadCounts } from './use-unread-counts.ts'

interface Props {
  name: string
  part: ReactElement<object>
}

/** Entries of a bar, on the server: nearly all members have the same, because their counts are fetched by the browser. */
export function NavPart({ name, part }: Props) {
  const { language, locale } = useLanguage()
  const current = useCurrentEntry()
  const { unreadMessages, newLikes } = useUnreadCounts()
  // Read from the cache: the error page has to work without the settings.
  const site = readCached(useQueryClient(), settingsQuery())?.settings
  const hasCounts = unreadMessages > 0 || newLikes > 0
  return site && !hasCounts ? kept(part, site, ['navigation', name, language, locale, current]) : part
}
