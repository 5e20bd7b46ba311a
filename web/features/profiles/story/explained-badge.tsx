import { useState, type ReactNode } from 'react'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'

/** What is noted about a member. A press says what it means. */
export function ExplainedBadge({ icon, label, meaning }: { icon: ReactNode; label: string; meaning: string }) {
  const common = useTranslations('common')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="target cursor-pointer rounded-full"
        onClick={() => setIsOpen(true)}
      >
        <Badge tone="soft">
          {icon}
          {label}
        </Badge>
      </button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={label} closeLabel={common('close')} size="sm">
        <p>{meaning}</p>
      </Dialog>
    </>
  )
}
