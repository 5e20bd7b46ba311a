import RotateCw from 'lucide-react/icons/rotate-cw'
import { Button } from '#web/ui/elements/button.tsx'

interface Props {
  /** What could not be loaded, in one sentence. */
  text: string
  retryLabel: string
  isPending: boolean
  onRetry: () => void
}

/** Takes the place of a part of a page that could not be loaded; the rest of the page stays. */
export function LoadFailed({ text, retryLabel, isPending, onRetry }: Props) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-surface-muted px-4 py-3">
      <p className="min-w-0 grow">{text}</p>
      <Button variant="outline" size="sm" icon={<RotateCw />} isPending={isPending} onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  )
}
