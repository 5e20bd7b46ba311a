export type ToastTone = 'success' | 'danger'

export type ToastMessage = { title: string; tone: ToastTone }

type ShowToast = (message: ToastMessage) => void

export type ToastQueue = {
  show: ShowToast
  /** Passes the waiting toasts and all later ones to `show`. Returns a function that disconnects it. */
  connect: (show: ShowToast) => () => void
}

/** Queues toasts until the code that renders them is loaded; `onFirst` is called once, to load it. */
export function createToastQueue({ onFirst }: { onFirst: () => void }): ToastQueue {
  let waiting: ToastMessage[] = []
  let renderer: ShowToast | null = null
  let isRequested = false
  return {
    show(message) {
      if (renderer) renderer(message)
      else waiting.push(message)
      if (!isRequested) onFirst()
      isRequested = true
    },
    connect(show) {
      renderer = show
      for (const message of waiting) show(message)
      waiting = []
      return () => {
        renderer = null
      }
    },
  }
}
