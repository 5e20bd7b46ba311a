import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { emailKinds, pushKinds, stopReasonOf } from '#contract/accounts/notification-kinds.ts'
import { saveNotifications } from '#contract/accounts/calls.ts'
import { call } from '#web/api/call.ts'
import { cx } from '#web/ui/cx.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { Switch, SwitchControl } from '#web/ui/forms/switch.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { MailsStopped } from './mails-stopped.tsx'
import { disabledKinds, withChanges, type NotificationChange } from './notification-changes.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useLastPush, usePush } from './use-push.ts'

/** A switch for each kind of mail and push message (NOTE-1). */
export function NotificationSwitches() {
  const t = useTranslations('notifications')
  const { disabled, toggle } = useSwitches()
  const reason = stopReasonOf(disabled)
  const switches = useFocusAfterRemoval<HTMLDivElement>(reason ? 1 : 0)
  return (
    <div ref={switches} tabIndex={-1} className="flex flex-col gap-4 pb-2 outline-none">
      <p className="text-sm text-text-muted">{t('lead')}</p>
      {reason && <MailsStopped reason={reason} />}
      <KindTable disabled={disabled} toggle={toggle} areMailsStopped={reason !== undefined} />
      <PushSwitch />
    </div>
  )
}

interface KindTableProps {
  disabled: readonly string[]
  toggle: (change: NotificationChange) => void
  areMailsStopped: boolean
}

/** All kinds by channel, with what each looks like: below the switches, as wide as a phone. */
function KindTable({ disabled, toggle, areMailsStopped }: KindTableProps) {
  const t = useTranslations('notifications')
  const { mail_name: site } = useSettings()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-3 sm:gap-x-5">
      {/* Each switch is named by its kind and its channel. */}
      <p aria-hidden className={cx(rowVariants, 'pb-2 text-sm text-text-muted')}>
        <span>{t('table.kind')}</span>
        <span>{t('table.email')}</span>
        <span>{t('table.push')}</span>
      </p>
      <ul aria-label={t('table.caption')} className="col-span-full grid grid-cols-subgrid">
        {emailKinds.map((kind) => {
          const push = pushKinds.find((each) => each === `push_${kind}`)
          const name = t(`kinds.${kind}`)
          return (
            <li key={kind} className={cx(rowVariants, 'items-center gap-y-0.5 py-3')}>
              <span>{name}</span>
              <SwitchControl
                aria-label={t('table.byEmail', { kind: name })}
                isOn={!disabled.includes(kind)}
                onChange={(isOn) => toggle({ kind, isOn })}
                disabled={areMailsStopped}
              />
              {push && (
                <span className="flex justify-self-center">
                  <SwitchControl
                    aria-label={t('table.byPush', { kind: name })}
                    isOn={!disabled.includes(push)}
                    onChange={(isOn) => toggle({ kind: push, isOn })}
                  />
                </span>
              )}
              <span className="col-span-full text-sm text-text-muted sm:col-span-1 sm:col-start-1">
                {t(`examples.${kind}`, { site })}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The columns of the list around it. */
const rowVariants = 'col-span-full grid grid-cols-subgrid border-b border-line last:border-0'

/**
 * What is switched off. A switch changes at once, and back if it could not be stored. Changes are sent in
 * order, and override what is fetched until they are stored.
 */
function useSwitches() {
  const client = useQueryClient()
  const toast = useToast()
  const errorText = useErrorText()
  const { queryKey } = userQuery()
  const stored = useUser()?.notifications_disabled ?? []
  const [pending, setPending] = useState<NotificationChange[]>([])

  function apply(change: NotificationChange) {
    client.setQueryData(queryKey, (known) => {
      if (!known?.user) return known
      return {
        user: { ...known.user, notifications_disabled: withChanges(known.user.notifications_disabled, [change]) },
      }
    })
  }

  const { mutate } = useMutation({
    scope: { id: 'notifications' },
    async mutationFn(change: NotificationChange) {
      const before = client.getQueryData(queryKey)?.user?.notifications_disabled ?? []
      const kinds = disabledKinds(withChanges(before, [change]))
      await call(saveNotifications, { body: { notifications_disabled: kinds } })
    },
    onSuccess(_reply, change) {
      apply(change)
      // A reply that is under way may have been made before: it is fetched again.
      if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
    },
    onError(error) {
      toast.show({ tone: 'danger', title: errorText(error) })
      void client.invalidateQueries({ queryKey })
    },
    onSettled: (_reply, _error, change) => setPending((changes) => changes.filter((each) => each !== change)),
  })

  function toggle(change: NotificationChange) {
    setPending((changes) => [...changes, change])
    mutate(change)
  }
  return { disabled: withChanges(stored, pending), toggle }
}

/** Turns push messages in this browser on and off; not shown on a site that sends none (NOTE-2). */
function PushSwitch() {
  const isOffered = useSettings().push_public_key !== ''
  return isOffered ? <OfferedPushSwitch /> : null
}

function OfferedPushSwitch() {
  const t = useTranslations('push')
  const { state, isPending, turn } = usePush()
  const lastPush = useLastPush()
  const format = useFormatter()
  const times = state === 'subscribed' && lastPush && timesOf(lastPush)

  function timesOf(at: Date) {
    return { day: format.dateTime(at, 'shortDay'), time: format.dateTime(at, 'time') }
  }

  return (
    <Switch
      label={t('thisBrowser')}
      description={state && `${t(`states.${state}`)}${times ? ` ${t('last', times)}` : ''}`}
      isOn={state === 'subscribed'}
      onChange={(isOn) => void turn(isOn)}
      disabled={isPending || state === null || state === 'unsupported' || state === 'uninstalled' || state === 'denied'}
    />
  )
}
