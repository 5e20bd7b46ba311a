export type ToastTone = 'success' | 'danger' | 'info'

export interface ToastMessage {
  title: string
  tone: ToastTone
  /** A second line. */
  text?: string
  /** A button, which also closes the toast. */
  action?: { label: string; onPress: () => void }
  /** Stays until it is closed, because what the button does is offered nowhere else. */
  stays?: boolean
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

/** Queues toasts until the code that renders them is loaded; `onFirst` is called once, to load it. */
export function createToastQueue({ onFirst }: { onFirst: () => void }): ToastQueue {
  let waiting: (ToastMessage & { id: string })[] = []
  let renderer: ToastRenderer | null = null
  let count = 0
  return {
    show(message) {
      count += 1
      const toast = { ...message, id: `toast-${count}` }
      if (renderer) renderer.show(toast)
      else waiting.push(toast)
      if (count === 1) onFirst()
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
