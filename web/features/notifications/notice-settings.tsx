import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveNoticeSettings } from '#contract/notifications/calls.ts'
import type { NoticeChange, NoticeSettings as Settings } from '#contract/notifications/schemas.ts'
import { call } from '#web/api/call.ts'
import { QueryFailed } from '#web/api/query-failed.tsx'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { noticeSettingsQuery } from './queries.ts'
import { QuietHours } from './quiet-hours.tsx'

/** What mails and push messages say, and when none are sent (NOTE-4, NOTE-6). */
export function NoticeSettings() {
  const t = useTranslations('notifications')
  const query = useQuery(noticeSettingsQuery())
  const { withPending, change } = useChanges()
  if (!query.data) return query.isError ? <QueryFailed query={query} /> : <Skeleton className="h-24" />
  const settings = withPending(query.data.settings)
  return (
    <div className="divide-y divide-line">
      <Switch
        label={t('detailed.title')}
        description={settings.is_detailed ? t('detailed.on') : t('detailed.off')}
        isOn={settings.is_detailed}
        onChange={(isOn) => change({ is_detailed: isOn })}
      />
      <QuietHours settings={settings} onChange={change} />
    </div>
  )
}

/**
 * A change shows at once, and back if the server rejects it. Changes are sent in order, each alone: another
 * device may have changed the rest.
 */
function useChanges() {
  const client = useQueryClient()
  const showError = useErrorToast()
  const { queryKey } = noticeSettingsQuery()
  const [pending, setPending] = useState<NoticeChange[]>([])
  const { mutate } = useMutation({
    scope: { id: 'notice settings' },
    mutationFn: (body: NoticeChange) => call(saveNoticeSettings, { body }),
    onSuccess(reply) {
      // A fetch that is under way may have been answered before.
      void client.cancelQueries({ queryKey }, { revert: false })
      client.setQueryData(queryKey, reply)
    },
    onError: showError,
    onSettled: (_reply, _error, change) => setPending((changes) => changes.filter((each) => each !== change)),
  })
  return {
    withPending: (stored: Settings): Settings => Object.assign({}, stored, ...pending),
    change(part: NoticeChange) {
      setPending((changes) => [...changes, part])
      mutate(part)
    },
  }
}
