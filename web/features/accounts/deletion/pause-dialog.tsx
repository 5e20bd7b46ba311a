import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { pauseLengths, type PauseLength } from '#contract/accounts/pause-lengths.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { usePause } from './use-pause.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks how long the account is to be paused, and pauses it (ACC-30). */
export function PauseDialog({ open, onOpenChange }: Props) {
  const t = useTranslations('deletion.pause')
  const common = useTranslations('common')
  const [length, setLength] = useState<PauseLength>('week')
  const { pause } = usePause()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} closeLabel={common('close')} size="sm">
      <div className="flex flex-col gap-5">
        <p className="text-text-muted">{t('text')}</p>
        <FieldGroup label={t('ask')}>
          <RadioGroup
            options={pauseLengths.map((value) => ({ value, label: t(`lengths.${value}`) }))}
            value={length}
            onValueChange={setLength}
          />
        </FieldGroup>
        <Button isWide isPending={pause.isPending} onClick={() => pause.mutate(length)}>
          {t('confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
