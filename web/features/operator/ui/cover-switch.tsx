import { useTranslations } from '#web/i18n/intl.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { useCovering } from './use-covering.ts'

/** Whether images are covered until they are pressed: the choice of this operator in this browser. */
export function CoverSwitch() {
  const t = useTranslations('operator.cover')
  const { coversAll, setCoversAll } = useCovering()
  return (
    <div className="max-w-prose">
      <Switch label={t('all')} description={t('allHelp')} isOn={coversAll} onChange={setCoversAll} />
    </div>
  )
}
