import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import type { BlockedMember } from '#contract/moderation/schemas.ts'
import { NextPage } from '#web/api/next-page.tsx'
import { useViewerGender } from '#web/features/accounts/use-user.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { blockPagesQuery } from './queries.ts'
import { useBlockAgain, useUnblock } from './use-block.ts'

/** The members that the viewer has blocked, each with a button to unblock, which can be undone (MOD-4). */
export function BlockList() {
  const t = useTranslations('moderation')
  const viewerGender = useViewerGender()
  const query = useSuspenseInfiniteQuery(blockPagesQuery())
  const profiles = query.data.pages.flatMap((page) => page.profiles)
  const unblock = useUndoableUnblock(profiles)
  const list = useFocusAfterRemoval<HTMLDivElement>(profiles.length)
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {profiles.length === 0 && (
        <EmptyState icon={<ShieldCheck />} title={t('none', { viewerGender })}>
          {t('noneText')}
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {profiles.map((member) => (
          <BlockedRow
            key={member.id}
            member={member}
            isPending={unblock.isPending && unblock.variables === member.id}
            onUnblock={() => unblock.mutate(member.id)}
          />
        ))}
      </ul>
      <NextPage query={query} label={t('more')} className="mt-4" />
    </div>
  )
}

/** Short, so that it fits beside the button of a phone. */
const dayFormat = { day: 'numeric', month: 'short', year: 'numeric' } as const

interface RowProps {
  member: BlockedMember
  isPending: boolean
  onUnblock: () => void
}

function BlockedRow({ member: { name, blockedAt }, isPending, onUnblock }: RowProps) {
  const t = useTranslations('moderation')
  const format = useFormatter()
  return (
    <li className="flex items-center gap-3 py-3">
      <Avatar name={name} isDecorative />
      <div className="min-w-0 grow">
        <p dir="auto" className="truncate font-semibold">
          {name}
        </p>
        <p className="text-sm text-text-muted">
          {t('since', { day: format.dateTime(new Date(blockedAt), dayFormat) })}
        </p>
      </div>
      <Button variant="outline" size="sm" aria-label={t('unblock', { name })} isPending={isPending} onClick={onUnblock}>
        {t('unblockShort')}
      </Button>
    </li>
  )
}

/** Unblocks; what says so offers to block again, which is all that a mistake here needs. */
function useUndoableUnblock(profiles: BlockedMember[]) {
  const t = useTranslations('moderation')
  const likes = useTranslations('likes.heart')
  const toast = useToast()
  const again = useBlockAgain()
  return useUnblock({
    onUnblocked(profileId) {
      const member = profiles.find(({ id }) => id === profileId)
      if (!member) return
      toast.show({
        tone: 'success',
        title: t('unblocked', { name: member.name, gender: member.gender }),
        action: { label: likes('undo'), onPress: () => again.mutate(profileId) },
      })
    },
  })
}
