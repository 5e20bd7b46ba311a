import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'

/** Shows the one-time link of an operator, who gets it in whichever way is safe. It is shown once. */
export function InvitationLink({ url, name, onClose }: { url: string | null; name: string; onClose: () => void }) {
  const t = useTranslations('operator-team.link')
  const toast = useToast()
  async function copy() {
    await navigator.clipboard.writeText(url ?? '')
    toast.show({ tone: 'success', title: t('copied') })
  }
  return (
    <Dialog
      open={url !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { name })}
      closeLabel={t('close')}
    >
      <div className="flex flex-col gap-4">
        <p className="text-text-muted">{t('text')}</p>
        <code className="rounded-md bg-surface-muted px-3 py-2 text-sm break-all select-all">{url}</code>
        <Button onClick={() => void copy()}>{t('copy')}</Button>
      </div>
    </Dialog>
  )
}
