import type { ReactNode } from 'react'

export type ToastTone = 'plain' | 'success' | 'danger' | 'special'

export type ToastMessage = {
  title: ReactNode
  description?: ReactNode
  tone?: ToastTone
  /** Instead of the tone's icon, e.g. an Avatar. */
  icon?: ReactNode
  action?: { label: string; onAction: () => void } | undefined
  /** 0 stays until it is closed. */
  durationMs?: number
}

export type IdentifiedToast = ToastMessage & { id: string }

type ToastDrawer = { show: (message: IdentifiedToast) => void; close: (id: string) => void }

export type ToastQueue = {
  /** Shows a passing remark and gives its id. */
  show: (message: ToastMessage) => string
  close: (id: string) => void
  /** The drawer takes over what waits and hears of what comes. Returns how to leave. */
  connect: (drawer: ToastDrawer) => () => void
}

/** Keeps toasts until the code that draws them is there; `onFirst` is the moment to load it. */
export function createToastQueue({ onFirst }: { onFirst: () => void }): ToastQueue {
  let waiting: IdentifiedToast[] = []
  let drawer: ToastDrawer | null = null
  let shown = 0
  return {
    show(message) {
      const toast = { ...message, id: `toast-${++shown}` }
      if (drawer) drawer.show(toast)
      else waiting.push(toast)
      if (shown === 1) onFirst()
      return toast.id
    },
    close(id) {
      waiting = waiting.filter((toast) => toast.id !== id)
      drawer?.close(id)
    },
    connect(next) {
      drawer = next
      for (const toast of waiting) next.show(toast)
      waiting = []
      return () => {
        drawer = null
      }
    },
  }
}
