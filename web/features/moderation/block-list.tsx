import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { unblockProfile } from '#contract/moderation.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { blocksQuery } from './queries.ts'

/** Whom one has blocked, each with the way back. */
export function BlockList() {
  const t = useTranslations('moderation')
  const { profiles } = useSuspenseQuery(blocksQuery()).data
  const queryClient = useQueryClient()
  const toast = useToast()
  const errorText = useErrorText()
  const unblock = useMutation({
    mutationFn: (profileId: string) => call(unblockProfile, { params: { profileId } }),
    onSuccess: () => queryClient.invalidateQueries(),
    onError: (error) => toast.show({ tone: 'danger', title: errorText(error) }),
  })
  if (profiles.length === 0) return <p className="text-text-muted">{t('none')}</p>
  return (
    <ul className="divide-y divide-line">
      {profiles.map(({ id, name }) => (
        <li key={id} className="flex min-h-14 items-center justify-between gap-4 py-2">
          <span className="min-w-0 truncate font-medium">{name}</span>
          <Button
            variant="outline"
            size="sm"
            isPending={unblock.isPending && unblock.variables === id}
            onClick={() => unblock.mutate(id)}
          >
            {t('unblock', { name })}
          </Button>
        </li>
      ))}
    </ul>
  )
}
