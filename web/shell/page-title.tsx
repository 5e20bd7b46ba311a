import { useQueryClient } from '@tanstack/react-query'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { useUnreadCounts } from './navigation/use-unread-counts.ts'

interface Props {
  title: string
  /** For search engines and link previews. */
  description?: string
  /** Pages about a member are not for search engines. */
  isPrivate?: boolean
}

/**
 * The tab's title, led by the number of unread messages and new likes (SHELL-7), and what search engines may know.
 * Every page draws one; React lifts it into the head.
 */
export function PageTitle({ title, description, isPrivate = false }: Props) {
  // Read, not fetched: the error page has to stand also when the settings cannot be had.
  const settings = useQueryClient().getQueryData(settingsQuery().queryKey)?.settings
  const { total } = useUnreadCounts()
  const text = [title, settings?.name].filter(Boolean).join(' · ')
  return (
    <>
      <title>{total > 0 ? `(${total}) ${text}` : text}</title>
      {description && <meta name="description" content={description} />}
      {isPrivate && <meta name="robots" content="noindex" />}
    </>
  )
}
