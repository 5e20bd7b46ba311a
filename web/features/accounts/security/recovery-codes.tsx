import { useTranslations } from '#web/i18n/intl.tsx'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { useFocusOnMount } from '#web/ui/hooks/use-focus-on-mount.ts'

/** The recovery codes, which are shown once. They take the place of the form that asked for them. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTranslations('security')
  const toast = useToast()
  const showError = useErrorToast()
  const heading = useFocusOnMount<HTMLHeadingElement>()
  const text = `${codes.join('\n')}\n`

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
    } catch (error) {
      // The browser denies it, or has no clipboard for a page without HTTPS.
      return showError(error)
    }
    toast.show({ tone: 'success', title: t('recovery.copied') })
  }

  return (
    <div className="flex flex-col gap-5">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {t('recovery.title')}
        </h3>
        <p className="text-text-muted">{t('recovery.text')}</p>
      </div>
      <ul
        aria-label={t('recovery.list')}
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-md bg-surface-muted p-4 [font-family:ui-monospace,monospace] text-sm"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={() => void copy()}>
          {t('recovery.copy')}
        </Button>
        <Button
          variant="outline"
          size="sm"
          render={
            <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="recovery-codes.txt">
              {t('recovery.download')}
            </a>
          }
        >
          {t('recovery.download')}
        </Button>
      </div>
      <Button isWide onClick={onDone}>
        {t('recovery.done')}
      </Button>
    </div>
  )
}
