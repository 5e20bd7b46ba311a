import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { changePassword } from '#contract/accounts/security-calls.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { PasskeySettings } from './passkey-settings.tsx'
import { SecondFactorSettings } from './second-factor-settings.tsx'
import { SessionSettings } from './session-settings.tsx'
import { SecurityBlock } from './security-block.tsx'
import { SecurityForm } from './security-form.tsx'
import { securityQuery } from './security-queries.ts'

/** Password, passkeys, codes and devices of the member. */
export function SecuritySettings() {
  return (
    <>
      <PasswordSettings />
      <PasskeySettings />
      <SecondFactorSettings />
      <SessionSettings />
    </>
  )
}

/** Changes the password, which logs all other devices out (ACC-21). */
function PasswordSettings() {
  const t = useTranslations('security')
  const tCommon = useTranslations('common')
  const toast = useToast()
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)

  async function send(body: { old: string; new: string; repeat: string }) {
    const { endedSessions } = await call(changePassword, { body })
    setIsOpen(false)
    toast.show({ tone: 'success', title: t('password.changed', { count: endedSessions }) })
    await client.invalidateQueries(securityQuery())
  }

  return (
    <SecurityBlock
      title={t('password.title')}
      text={t('password.text')}
      actions={
        <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
          {t('password.change')}
        </Button>
      }
    >
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('password.change')}
        closeLabel={tCommon('close')}
        size="sm"
      >
        <SecurityForm fields={['old', 'new', 'repeat']} submitLabel={t('password.change')} send={send} />
      </Dialog>
    </SecurityBlock>
  )
}
