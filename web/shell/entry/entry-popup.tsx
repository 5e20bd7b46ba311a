import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { DialogPopup } from '#web/ui/overlays/dialog-popup.tsx'
import { EntryText } from './entry-text.tsx'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  siteName: string
}

/** The body of EntryWarning. Its button, its cross, Escape and a press beside it all do the same. */
export function EntryPopup({ open, onOpenChange, siteName }: Props) {
  const t = useTranslations('pages.entry')
  return (
    <DialogPopup
      open={open}
      onOpenChange={onOpenChange}
      title={t('title', { site: siteName })}
      closeLabel={t('close')}
      size="sm"
      focusesTitle
    >
      <div className="flex flex-col gap-4">
        <EntryText />
        <Button onClick={() => onOpenChange(false)}>{t('enter')}</Button>
      </div>
    </DialogPopup>
  )
}
