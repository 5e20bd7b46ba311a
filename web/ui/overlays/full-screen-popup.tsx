import { Dialog as Base } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { useCloseOnBack } from './use-close-on-back.ts'

type FullScreenProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** For screen readers. */
  title: string
  closeLabel: string
  children: ReactNode
}

/** The body of FullScreen, loaded with the first one that opens. */
export function FullScreenPopup({ open, onOpenChange, title, closeLabel, children }: FullScreenProps) {
  useCloseOnBack(open, onOpenChange)
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Popup className="fixed inset-0 z-40 bg-shade text-on-shade transition-opacity duration-200 outline-none starting:opacity-0 data-ending-style:opacity-0 data-starting-style:opacity-0">
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
          <Base.Close
            render={
              <IconButton label={closeLabel} variant="shade">
                <X />
              </IconButton>
            }
            className="absolute end-3 top-[max(--spacing(3),env(safe-area-inset-top))]"
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
