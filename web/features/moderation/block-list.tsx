import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from '#web/i18n/intl.tsx'
import { NextPage } from '#web/api/next-page.tsx'
import { useViewerGender } from '#web/features/accounts/use-user.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { blockPagesQuery } from './queries.ts'
import { useUnblock } from './use-block.ts'

/** The members that the viewer has blocked, each with a button to unblock (MOD-4). */
export function BlockList() {
  const t = useTranslations('moderation')
  const viewerGender = useViewerGender()
  const query = useSuspenseInfiniteQuery(blockPagesQuery())
  const profiles = query.data.pages.flatMap((page) => page.profiles)
  const unblock = useUnblock()
  const list = useFocusAfterRemoval<HTMLDivElement>(profiles.length)
  return (
    <div ref={list} tabIndex={-1}>
      {profiles.length === 0 && <p className="text-text-muted">{t('none', { viewerGender })}</p>}
      <ul className="divide-y divide-line">
        {profiles.map(({ id, name }) => (
          <li key={id} className="flex min-h-14 items-center justify-between gap-4 py-2">
            <span className="min-w-0 truncate font-medium">{name}</span>
            <Button
              variant="outline"
              size="sm"
              aria-label={t('unblock', { name })}
              isPending={unblock.isPending && unblock.variables === id}
              onClick={() => unblock.mutate(id)}
            >
              {t('unblockShort')}
            </Button>
          </li>
        ))}
      </ul>
      <NextPage query={query} label={t('more')} className="mt-4" />
    </div>
  )
}
