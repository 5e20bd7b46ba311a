import type { ReactNode } from 'react'

export type ToastTone = 'success' | 'danger' | 'info' | 'like'

export interface ToastMessage {
  title: string
  tone: ToastTone
  /** After the title, on the same line, cut where it is too long: the beginning of a message. */
  text?: string
  /** The person it is about, in place of the icon. */
  face?: { name: string; src: string | undefined; preview: string | undefined }
  /** In place of the icon of the tone. */
  icon?: ReactNode
  /** A button, which also closes the toast. */
  action?: { label: string; onPress: () => void }
}

interface ToastRenderer {
  show: (toast: ToastMessage & { id: string }) => void
  close: (id: string) => void
}

export interface ToastQueue {
  /** Shows a toast and returns its id. */
  show: (message: ToastMessage) => string
  close: (id: string) => void
  /** Passes the waiting toasts and all later ones to a renderer. Returns a function that disconnects it. */
  connect: (renderer: ToastRenderer) => () => void
}

/**
 * Queues toasts until the code that renders them is loaded, with the first one. Those that wait when it
 * cannot be loaded are dropped, and the next one loads it again.
 */
export function createToastQueue({ load }: { load: () => Promise<void> }): ToastQueue {
  let waiting: (ToastMessage & { id: string })[] = []
  let renderer: ToastRenderer | null = null
  let loading: Promise<void> | undefined
  let count = 0

  return {
    show(message) {
      count += 1
      const toast = { ...message, id: `toast-${count}` }
      if (renderer) renderer.show(toast)
      else waiting.push(toast)
      loading ??= load().catch(() => {
        loading = undefined
        waiting = []
      })
      return toast.id
    },
    close(id) {
      waiting = waiting.filter((toast) => toast.id !== id)
      renderer?.close(id)
    },
    connect(next) {
      renderer = next
      for (const toast of waiting) next.show(toast)
      waiting = []
      return () => {
        renderer = null
      }
    },
  }
}
