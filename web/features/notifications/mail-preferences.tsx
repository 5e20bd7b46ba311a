import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { href } from 'react-router'
import { emailKinds, type EmailKind } from '#contract/accounts/notification-kinds.ts'
import { saveMailPreferences } from '#contract/notifications/calls.ts'
import type { MailPreferences as Preferences } from '#contract/notifications/schemas.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { Link } from '#web/api/link.tsx'
import { QueryFailed } from '#web/api/query-failed.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { mailPreferencesQuery } from './queries.ts'

/** The choice of mails by the link in one of them, without a log-in (NOTE-12). Only a press changes it. */
export function MailPreferences({ token }: { token: string }) {
  const errorText = useErrorText()
  const query = useQuery(mailPreferencesQuery(token))
  const { data, error } = query
  if (data) return <Form token={token} preferences={data.preferences} />
  if (!error) return <Skeleton className="h-80" />
  if (!isLinkWrong(error)) return <QueryFailed query={query} />
  return (
    <Alert tone="warning" actions={<SettingsLink />}>
      {errorText.ofCode('notifications.link_invalid')}
    </Alert>
  )
}

/** A link that was cut or changed on its way is rejected before it is looked up. */
function isLinkWrong(error: Error) {
  return error instanceof ApiError && ['notifications.link_invalid', 'request.invalid'].includes(error.code)
}

function SettingsLink() {
  const t = useTranslations('mail-preferences')
  return (
    <Button variant="outline" size="sm" render={<Link to={`${href('/notifications')}#notifications`} />}>
      {t('login')}
    </Button>
  )
}

function Form({ token, preferences }: { token: string; preferences: Preferences }) {
  const t = useTranslations('mail-preferences')
  const common = useTranslations('notifications')
  const [disabled, setDisabled] = useState<readonly EmailKind[]>(preferences.notifications_disabled)
  const save = useSave(token)
  const errorText = useErrorText()
  const isStopped = preferences.stopped !== null

  function turn(kind: EmailKind, isOn: boolean) {
    save.reset()
    setDisabled((kinds) => (isOn ? kinds.filter((each) => each !== kind) : [...kinds, kind]))
  }
  function stopAll() {
    setDisabled(emailKinds)
    save.mutate(emailKinds)
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere">{t('lead', { email: preferences.email })}</p>
      {isStopped && (
        <Alert tone="warning" actions={<SettingsLink />}>
          {t('stopped')}
        </Alert>
      )}
      <div className="divide-y divide-line">
        {emailKinds.map((kind) => (
          <Switch
            key={kind}
            label={common(`kinds.${kind}`)}
            isOn={!disabled.includes(kind)}
            onChange={(isOn) => turn(kind, isOn)}
            disabled={isStopped}
          />
        ))}
      </div>
      {save.error && (
        <Alert tone="danger" isLive>
          {errorText(save.error)}
        </Alert>
      )}
      {save.isSuccess && (
        <Alert tone="success" isLive>
          {t('saved')}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button isPending={save.isPending} disabled={isStopped} onClick={() => save.mutate(disabled)}>
          {t('save')}
        </Button>
        <Button variant="outline" disabled={isStopped || save.isPending} onClick={stopAll}>
          {t('none')}
        </Button>
      </div>
      <p className="text-sm text-text-muted">{t('always')}</p>
    </div>
  )
}

function useSave(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (kinds: readonly EmailKind[]) =>
      call(saveMailPreferences, { body: { token, notifications_disabled: [...kinds] } }),
    onSuccess: (reply) => client.setQueryData(mailPreferencesQuery(token).queryKey, reply),
  })
}
