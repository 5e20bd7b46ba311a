import { useTranslations } from '#web/i18n/intl.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Switch } from '#web/ui/forms/switch.tsx'
import { usePush } from './use-push.ts'

/** Turns push messages in this browser on and off; not shown on a site that sends none (NOTE-2). */
export function PushSwitch() {
  const isOffered = useSettings().push_public_key !== ''
  return isOffered ? <OfferedPushSwitch /> : null
}

function OfferedPushSwitch() {
  const t = useTranslations('push')
  const { state, isPending, turn } = usePush()
  return (
    <Switch
      label={t('thisBrowser')}
      description={state && t(`states.${state}`)}
      isOn={state === 'subscribed'}
      onChange={(isOn) => void turn(isOn)}
      disabled={isPending || state === null || state === 'unsupported' || state === 'denied'}
    />
  )
}
