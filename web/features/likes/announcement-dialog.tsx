import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'

interface Props {
  title: string
  /** On the colours of the brand: what is about two people, never an offer. */
  isMoment?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * The dialog that opens by itself, over the whole screen of a phone, as a moment over that of all devices. A
 * press beside its photos, fields and buttons closes it.
 */
export function AnnouncementDialog({ title, isMoment = false, onClose, children }: Props) {
  const common = useTranslations('common')
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      isTitleHidden
      focusesTitle
      closeLabel={common('close')}
      size="sm"
      className={cx(
        'max-md:h-(--area-height,100dvh) max-md:max-h-none max-md:rounded-none',
        isMoment &&
          'bg-signature md:fixed md:inset-x-0 md:top-(--area-top,0px) md:h-(--area-height,100dvh) md:max-h-none md:max-w-none! md:rounded-none md:pb-safe!',
      )}
      onContentClick={(event: MouseEvent) => {
        const isPlain = event.target instanceof Element && event.target.closest('a, button, form') === null
        if (isPlain) onClose()
      }}
    >
      {isMoment ? <div className="mx-auto h-full max-w-100">{children}</div> : children}
    </Dialog>
  )
}
