import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { DialogPopup } from '#web/ui/overlays/dialog-popup.tsx'
import { SignupDialogForm } from './signup-form.tsx'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  target: ProfileCard | null
}

/**
 * The body of SignupDialog. Only its button closes it (SIGN-7): a press beside it or Escape would end a
 * sign-up in progress.
 */
export function SignupDialogPopup({ open, onOpenChange, target }: Props) {
  const t = useTranslations('signup')
  const common = useTranslations('common')
  return (
    <DialogPopup
      open={open}
      onOpenChange={onOpenChange}
      title={t('dialogTitle')}
      closeLabel={common('close')}
      staysOpen
    >
      <SignupDialogForm target={target} />
    </DialogPopup>
  )
}
