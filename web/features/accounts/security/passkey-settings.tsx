import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { PASSKEY_NAME_MAX_LENGTH } from '#contract/limits.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from '#contract/accounts/security-calls.ts'
import type { PasskeyView } from '#contract/accounts/security-schemas.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { AlertDialog, Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { createPasskey, passkeyProblem } from './passkey-in-browser.ts'
import { SecurityBlock } from './security-block.tsx'
import { SecurityForm } from './security-form.tsx'
import { securityQuery } from './security-queries.ts'
import { useDeviceName } from './use-device-name.ts'

/** The passkeys of the member: add, rename, remove (ACC-23). */
export function PasskeySettings() {
  const t = useTranslations('security')
  const { passkeys } = useSuspenseQuery(securityQuery()).data
  const list = useFocusAfterRemoval<HTMLUListElement>(passkeys.length)
  return (
    <SecurityBlock title={t('passkeys.title')} text={t('passkeys.text')} actions={<AddPasskey />}>
      {passkeys.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          className="mt-3 divide-y divide-line outline-none"
          aria-label={t('passkeys.title')}
        >
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
    </SecurityBlock>
  )
}

function AddPasskey() {
  const t = useTranslations('security')
  const tCommon = useTranslations('common')
  const toast = useToast()
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const { sessions } = useSuspenseQuery(securityQuery()).data
  const deviceName = useDeviceName(sessions.find(({ isCurrent }) => isCurrent) ?? { browser: null, system: null })

  async function send({ password, name }: { password: string; name: string }) {
    const { options } = await call(startPasskey, { body: { password } })
    const credential = await createPasskey(options)
    await call(addPasskey, { body: { name, credential } })
    setIsOpen(false)
    toast.show({ tone: 'success', title: t('passkeys.saved') })
    await client.invalidateQueries(securityQuery())
  }

  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
        {t('passkeys.add')}
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={t('passkeys.add')} closeLabel={tCommon('close')} size="sm">
        <SecurityForm
          fields={['name', 'password']}
          help={{ name: t('help.name') }}
          startValues={{ name: deviceName?.slice(0, PASSKEY_NAME_MAX_LENGTH) ?? '' }}
          submitLabel={t('passkeys.create')}
          send={send}
          textOf={(error) => (error instanceof ApiError ? undefined : t(`passkeys.${passkeyProblem(error)}`))}
        />
      </Dialog>
    </>
  )
}

function Passkey({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: PasskeyView }) {
  const t = useTranslations('security')
  const format = useFormatter()
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null)
  const day = (at: string) => format.dateTime(new Date(at), 'day')
  return (
    <li className="flex items-center gap-4 py-3">
      <KeyRound aria-hidden className="size-6 shrink-0 text-text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{name}</p>
        <p className="text-sm text-text-muted">
          {t('passkeys.added', { date: day(createdAt) })}
          {' · '}
          {lastUsedAt ? t('passkeys.used', { date: day(lastUsedAt) }) : t('passkeys.neverUsed')}
        </p>
      </div>
      <div className="flex">
        <IconButton label={t('passkeys.rename', { name })} onClick={() => setAsked('rename')}>
          <Pencil />
        </IconButton>
        <IconButton label={t('passkeys.remove', { name })} onClick={() => setAsked('remove')}>
          <Trash2 />
        </IconButton>
      </div>
      <RenameDialog id={id} name={name} isOpen={asked === 'rename'} onClose={() => setAsked(null)} />
      <RemoveDialog id={id} name={name} isOpen={asked === 'remove'} onClose={() => setAsked(null)} />
    </li>
  )
}

interface PasskeyDialogProps {
  id: string
  name: string
  isOpen: boolean
  onClose: () => void
}

function RenameDialog({ id, name, isOpen, onClose }: PasskeyDialogProps) {
  const t = useTranslations('security')
  const tCommon = useTranslations('common')
  const client = useQueryClient()

  async function send(body: { name: string }) {
    await call(renamePasskey, { params: { passkeyId: id }, body })
    await client.invalidateQueries(securityQuery())
    onClose()
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      title={t('passkeys.renameTitle')}
      closeLabel={tCommon('close')}
      size="sm"
    >
      <SecurityForm fields={['name']} startValues={{ name }} submitLabel={tCommon('save')} send={send} />
    </Dialog>
  )
}

function RemoveDialog({ id, name, isOpen, onClose }: PasskeyDialogProps) {
  const t = useTranslations('security')
  const tCommon = useTranslations('common')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(removePasskey, { params: { passkeyId: id } }),
    onError: useErrorToast(),
    async onSettled() {
      onClose()
      await client.invalidateQueries(securityQuery())
    },
  })
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={onClose}
      title={t('passkeys.removeTitle', { name })}
      description={t('passkeys.removeText')}
      confirmLabel={t('passkeys.removeConfirm')}
      cancelLabel={tCommon('cancel')}
      tone="danger"
      isPending={isPending}
      onConfirm={() => mutate()}
    />
  )
}
