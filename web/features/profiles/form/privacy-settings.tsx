import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { getConversation, getConversationWith } from '#contract/chat/calls.ts'
import { updatePrivacy, getPrivacy } from '#contract/profiles/calls.ts'
import type { Privacy } from '#contract/profiles/schemas.ts'
import { mayVisitorsBrowse } from '#contract/settings/site-rules.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { apiQuery, apiQueryKey } from '#web/api/queries.ts'

/** Switches for who may see a member (PRO-18 to PRO-20) and for what is covered (CHAT-33), each explained. */
export function PrivacySettings() {
  const t = useTranslations('privacy')
  const isOpenToVisitors = mayVisitorsBrowse(useSettings(), { hasTrafficSource: true })
  const { data, isError, refetch } = useQuery(privacyQuery())
  const { withPending, change } = useSwitches()

  if (isError && !data) {
    return (
      <Alert
        tone="warning"
        actions={
          <Button size="sm" variant="outline" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        }
      >
        {t('failed')}
      </Alert>
    )
  }
  if (!data) return <Skeleton className="h-40" />
  const { isInvisible, isPrivate, isVisibleToVisitors, coversExplicit } = withPending(data.privacy)
  return (
    <div className="flex flex-col divide-y divide-line">
      <Switch
        label={t('invisible')}
        description={t('invisibleHelp')}
        isOn={isInvisible}
        onChange={(isOn) => change({ isInvisible: isOn })}
      />
      <Switch
        label={t('private')}
        description={t('privateHelp')}
        isOn={isPrivate}
        onChange={(isOn) => change({ isPrivate: isOn })}
      />
      <Switch
        label={t('visitors')}
        description={isOpenToVisitors ? t('visitorsHelp') : t('visitorsClosed')}
        isOn={isVisibleToVisitors}
        disabled={!isOpenToVisitors}
        onChange={(isOn) => change({ isVisibleToVisitors: isOn })}
      />
      <Switch
        label={t('explicit')}
        description={t('explicitHelp')}
        isOn={coversExplicit}
        onChange={(isOn) => change({ coversExplicit: isOn })}
      />
    </div>
  )
}

/**
 * What is switched on. A switch changes at once, and back if the server rejects it. Changes are sent in
 * order, and override what is stored until they are answered.
 */
function useSwitches() {
  const client = useQueryClient()
  const showError = useErrorToast()
  const { queryKey } = privacyQuery()
  const [pending, setPending] = useState<Partial<Privacy>[]>([])
  const { mutate } = useMutation({
    scope: { id: 'privacy' },
    mutationFn: (body: Partial<Privacy>) => call(updatePrivacy, { body }),
    onSuccess(reply) {
      // A fetch that is under way may have been answered before.
      void client.cancelQueries({ queryKey }, { revert: false })
      client.setQueryData(queryKey, reply)
      // Conversations say whether photos are covered.
      for (const each of [getConversation, getConversationWith])
        void client.invalidateQueries({ queryKey: apiQueryKey(each) })
    },
    onError: showError,
    onSettled: (_reply, _error, change) => setPending((changes) => changes.filter((each) => each !== change)),
  })
  return {
    withPending: (stored: Privacy): Privacy => Object.assign({}, stored, ...pending),
    change(part: Partial<Privacy>) {
      setPending((changes) => [...changes, part])
      mutate(part)
    },
  }
}

const privacyQuery = () => apiQuery(getPrivacy, {})
