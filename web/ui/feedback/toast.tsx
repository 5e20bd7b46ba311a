import { createContext, use, useState, type ReactNode } from 'react'
import { createToastQueue, type ToastQueue } from './toast-queue.ts'

const ToastsContext = createContext<ToastQueue | null>(null)
const loadToaster = async () => (await import('./toaster.tsx')).Toaster

type ToastProviderProps = {
  /** Names the region for screen readers, e.g. "Notifications". */
  regionLabel: string
  closeLabel: string
  children: ReactNode
}

/** Wraps the app once. The code that renders toasts is loaded with the first one. */
export function ToastProvider({ regionLabel, closeLabel, children }: ToastProviderProps) {
  const [Toaster, setToaster] = useState<Awaited<ReturnType<typeof loadToaster>> | null>(null)
  const [queue] = useState(() => createToastQueue({ load: () => loadToaster().then((part) => setToaster(() => part)) }))
  return (
    <ToastsContext value={queue}>
      {children}
      {Toaster && <Toaster queue={queue} regionLabel={regionLabel} closeLabel={closeLabel} />}
    </ToastsContext>
  )
}

/**
 * Shows messages that disappear by themselves: `useToast().show({ tone, title })`.
 * @throws Error outside of a ToastProvider
 */
export function useToast(): Pick<ToastQueue, 'show' | 'close'> {
  const queue = use(ToastsContext)
  if (!queue) throw new Error('useToast needs a ToastProvider above it')
  return queue
}
