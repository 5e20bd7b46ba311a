import { useTranslations } from 'use-intl'
import { MINIMUM_AGE } from '#contract/limits.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { DialogPopup } from '#web/ui/overlays/dialog-popup.tsx'

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
        <p>{t('adults', { age: MINIMUM_AGE })}</p>
        <p className="text-sm text-text-muted">
          {t.rich('rules', {
            terms: (chunks) => (
              <a href="/terms" className="text-accent-text underline">
                {chunks}
              </a>
            ),
            privacy: (chunks) => (
              <a href="/privacy" className="text-accent-text underline">
                {chunks}
              </a>
            ),
          })}
        </p>
        <Button onClick={() => onOpenChange(false)}>{t('enter')}</Button>
      </div>
    </DialogPopup>
  )
}
