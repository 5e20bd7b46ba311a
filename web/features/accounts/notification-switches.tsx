import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import {
  emailKinds,
  notificationKinds,
  pushKinds,
  stopReasonOf,
  type NotificationKind,
} from '#contract/notification-kinds.ts'
import { saveNotifications } from '#contract/notifications.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { MailsStopped } from './mails-stopped.tsx'
import { userQuery } from './queries.ts'
import { PushSwitch } from './push-switch.tsx'
import { useUser } from './use-user.ts'

/** A switch for each kind of mail and push message (NOTE-1). */
export function NotificationSwitches() {
  const t = useTranslations('notifications')
  const { disabled, toggle } = useSwitches()
  const reason = stopReasonOf(disabled)
  return (
    <div className="flex flex-col gap-4 pb-2">
      <p className="text-sm text-text-muted">{t('today')}</p>
      {reason && <MailsStopped reason={reason} />}
      {(['email', 'push'] as const).map((channel) => (
        <fieldset key={channel} className="min-w-0">
          <legend className="mb-1 p-0 font-medium">{t(channel)}</legend>
          <div className="divide-y divide-line">
            {channel === 'push' && <PushSwitch />}
            {(channel === 'email' ? emailKinds : pushKinds).map((kind) => (
              <Switch
                key={kind}
                label={t(`kinds.${kind}`)}
                isOn={!disabled.includes(kind)}
                onChange={(isOn) => toggle(kind, isOn)}
                disabled={channel === 'email' && reason !== undefined}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

/** What is switched off. A switch changes at once, and back if it could not be stored. Changes are sent one after the other. */
function useSwitches() {
  const client = useQueryClient()
  const toast = useToast()
  const errorText = useErrorText()
  const { queryKey } = userQuery()
  const disabled = useUser()?.notifications_disabled ?? []
  const save = useMutation({
    scope: { id: 'notifications' },
    async mutationFn() {
      const stored = client.getQueryData(queryKey)?.user?.notifications_disabled ?? []
      const kinds = notificationKinds.filter((kind) => stored.includes(kind))
      await call(saveNotifications, { body: { notifications_disabled: kinds } })
    },
    onError(error) {
      toast.show({ tone: 'danger', title: errorText(error) })
      void client.invalidateQueries({ queryKey })
    },
  })

  function toggle(kind: NotificationKind, isOn: boolean) {
    client.setQueryData(queryKey, (known) => {
      if (!known?.user) return known
      const others = known.user.notifications_disabled.filter((entry) => entry !== kind)
      return { user: { ...known.user, notifications_disabled: isOn ? others : [...others, kind] } }
    })
    save.mutate()
  }
  return { disabled, toggle }
}
