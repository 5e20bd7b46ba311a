import { Toast as Base } from '@base-ui/react/toast'
import Bell from 'lucide-react/icons/bell'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useEffect, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import type { ToastMessage, ToastQueue, ToastTone } from './toast-queue.ts'

const DURATION_MS = 6000

const icons = {
  success: <CircleCheck aria-hidden className="size-6 text-success-text" />,
  danger: <CircleAlert aria-hidden className="size-6 text-danger-text" />,
  info: <Bell aria-hidden className="size-6 text-secondary-text" />,
} satisfies Record<ToastTone, ReactNode>

type ToasterProps = { queue: ToastQueue; regionLabel: string; closeLabel: string }

/**
 * Renders toasts, loaded with the first: at the top of a phone, at the bottom end of wider screens, above a
 * button of the page in this corner (`data-above-toasts`).
 */
export function Toaster({ queue, regionLabel, closeLabel }: ToasterProps) {
  return (
    <Base.Provider timeout={DURATION_MS}>
      <QueueReader queue={queue} />
      <Base.Portal>
        <Base.Viewport
          aria-label={regionLabel}
          className="fixed inset-x-4 top-[calc(env(safe-area-inset-top,0px)+0.75rem)] z-60 mx-auto max-w-toast outline-none md:start-auto md:end-6 md:top-auto md:bottom-6 md:mx-0 md:w-full md:in-[body:has([data-above-toasts])]:bottom-24"
        >
          <ToastList closeLabel={closeLabel} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

type ToastData = Pick<ToastMessage, 'tone' | 'action'>

function QueueReader({ queue }: { queue: ToastQueue }) {
  const { add, close } = Base.useToastManager<ToastData>()
  useEffect(
    () =>
      queue.connect({
        close,
        show: ({ id, title, text, tone, action, stays }) =>
          void add({
            id,
            title,
            description: text,
            ...(stays && { timeout: 0 }),
            priority: tone === 'danger' ? 'high' : 'low',
            data: { tone, ...(action && { action }) },
          }),
      }),
    [queue, add, close],
  )
  return null
}

function ToastList({ closeLabel }: { closeLabel: string }) {
  const { toasts, close } = Base.useToastManager<ToastData>()
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      data-toast
      toast={toast}
      swipeDirection={['up', 'down', 'right']}
      className={toastVariants}
    >
      <Base.Content className="flex items-start gap-3 overflow-hidden p-3 ps-4 transition-opacity duration-200 data-behind:not-data-expanded:opacity-0">
        {toast.data && <span className="mt-0.5 shrink-0">{icons[toast.data.tone]}</span>}
        <div className="min-w-0 flex-1">
          <Base.Title className="py-0.5 font-semibold wrap-break-word" render={<p />} />
          {toast.description && <Base.Description className="line-clamp-2 text-sm wrap-break-word text-text-muted" />}
          {toast.data?.action && <ToastAction action={toast.data.action} onClose={() => close(toast.id)} />}
        </div>
        <Base.Close
          render={
            <IconButton label={closeLabel} size="sm">
              <X />
            </IconButton>
          }
        />
      </Base.Content>
    </Base.Root>
  ))
}

function ToastAction({ action, onClose }: { action: NonNullable<ToastMessage['action']>; onClose: () => void }) {
  return (
    <Base.Action
      className="min-h-11 cursor-pointer font-semibold text-accent-text underline"
      onClick={() => {
        action.onPress()
        onClose()
      }}
    >
      {action.label}
    </Base.Action>
  )
}

const toastVariants = cx(
  // --towards is the side that the toast comes from: +1 from above (phone), -1 from below.
  '[--towards:1] md:[--towards:-1]',
  '[--gap:0.75rem] [--shift:calc(var(--towards)*(var(--toast-offset-y)+var(--toast-index)*var(--gap)))]',
  'absolute inset-x-0 top-0 z-[calc(100-var(--toast-index))] md:top-auto md:bottom-0',
  'rounded-md border border-line bg-surface-raised text-text shadow-floating outline-none select-none',
  'transform-[translate(var(--toast-swipe-movement-x),calc(var(--toast-swipe-movement-y)+var(--towards)*var(--toast-index)*0.625rem))_scale(calc(1-var(--toast-index)*0.05))]',
  'data-expanded:transform-[translate(var(--toast-swipe-movement-x),calc(var(--toast-swipe-movement-y)+var(--shift)))]',
  'h-(--toast-frontmost-height) data-expanded:h-(--toast-height)',
  'transition-[transform,opacity,height] duration-350 ease-swift data-swiping:duration-0',
  'data-limited:opacity-0 data-starting-style:opacity-0 data-ending-style:opacity-0',
  'data-starting-style:transform-[translateY(calc(var(--towards)*-120%))] data-ending-style:transform-[translateY(calc(var(--towards)*-120%))]',
  'data-ending-style:data-[swipe-direction=right]:transform-[translateX(120%)]',
  // Fills the gap between two toasts, so that the pointer stays inside while it crosses from one to the next.
  'after:absolute after:inset-x-0 after:top-full after:h-3 md:after:top-auto md:after:bottom-full',
)
