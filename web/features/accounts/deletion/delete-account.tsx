import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { DELETION_DAYS } from '#contract/limits.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'

/** Its code is loaded when a member asks for it. */
const DeleteAccountForm = lazy(async () => ({
  default: (await import('./delete-account-form.tsx')).DeleteAccountForm,
}))

interface Props {
  /** The site's offer for staying, for who leaves because of the price. */
  offer: ReactNode
  /** Whether the form is shown. */
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Deletes the account (ACC-17): a button that opens the form. */
export function DeleteAccount({ offer, isOpen, onOpenChange }: Props) {
  const t = useTranslations('deletion.delete')
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // The form that had the focus is gone.
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <div className="flex flex-col items-start gap-3 py-4 first:pt-0 last:pb-0">
      <div>
        <h3 className="font-medium">{t('title')}</h3>
        <p className="mt-1 text-sm text-text-muted">{t('text', { days: DELETION_DAYS })}</p>
      </div>
      {isOpen ? (
        <Suspense fallback={<Spinner />}>
          <DeleteAccountForm offer={offer} onClose={() => onOpenChange(false)} />
        </Suspense>
      ) : (
        <Button ref={button} variant="outline" aria-expanded={false} onClick={() => onOpenChange(true)}>
          {t('action')}
        </Button>
      )}
    </div>
  )
}
