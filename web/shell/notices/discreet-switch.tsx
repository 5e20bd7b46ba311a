import { useTranslations } from '#web/i18n/intl.tsx'
import { deviceStorage } from '#web/api/safe-storage.ts'
import { Switch } from '#web/ui/forms/switch.tsx'
import { setDiscreet, useIsDiscreet } from './discreet.ts'

/** The switch of the settings for notices that others may see over one's shoulder. */
export function DiscreetSwitch() {
  const t = useTranslations('chat-list.discreet')
  return (
    <Switch
      label={t('label')}
      description={t('help')}
      isOn={useIsDiscreet()}
      onChange={(isOn) => setDiscreet(deviceStorage, isOn)}
    />
  )
}
