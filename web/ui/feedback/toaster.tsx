import { Toast as Base } from '@base-ui/react/toast'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { useEffect, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import type { ToastMessage, ToastQueue, ToastTone } from './toast-queue.ts'

const DURATION_MS = 5000

const icons = {
  success: <CircleCheck aria-hidden className="size-6 text-success-text" />,
  danger: <CircleAlert aria-hidden className="size-6 text-danger-text" />,
  info: <Info aria-hidden className="size-6 text-secondary-text" />,
  like: <span aria-hidden className="heart-mark size-6 text-secondary motion-safe:animate-pop" />,
} satisfies Record<ToastTone, ReactNode>

type ToasterProps = { queue: ToastQueue; regionLabel: string; closeLabel: string }

/** Renders toasts, loaded with the first. */
export function Toaster({ queue, regionLabel, closeLabel }: ToasterProps) {
  return (
    <Base.Provider timeout={DURATION_MS}>
      <QueueReader queue={queue} />
      <Base.Portal>
        <ToastList regionLabel={regionLabel} closeLabel={closeLabel} />
      </Base.Portal>
    </Base.Provider>
  )
}

type ToastData = Pick<ToastMessage, 'tone' | 'action' | 'face' | 'icon'>

function QueueReader({ queue }: { queue: ToastQueue }) {
  const { add, close } = Base.useToastManager<ToastData>()
  useEffect(
    () =>
      queue.connect({
        close,
        show: ({ id, title, text, tone, action, face, icon }) =>
          void add({
            id,
            title,
            description: text,
            priority: tone === 'danger' ? 'high' : 'low',
            data: { tone, icon, ...(action && { action }), ...(face && { face }) },
          }),
      }),
    [queue, add, close],
  )
  return null
}

/**
 * Below the bar at the top, on wider screens at its end. What confirms a like is at the bottom, above the bar
 * there: at the top it would lie over the face that was liked.
 */
function ToastList({ regionLabel, closeLabel }: Omit<ToasterProps, 'queue'>) {
  const { toasts, close } = Base.useToastManager<ToastData>()
  // The oldest decides: a toast on the screen does not move because of a newer one.
  const first = toasts.findLast(({ transitionStatus }) => transitionStatus !== 'ending') ?? toasts[0]
  const isLow = first?.data?.tone === 'like'
  const list = toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      data-toast
      toast={toast}
      swipeDirection={[isLow ? 'down' : 'up', 'right']}
      className={cx(
        toastVariants,
        isLow ? 'bottom-0 [--side:-1] after:bottom-full' : 'top-0 [--side:1] after:top-full',
      )}
    >
      <Base.Content className="flex min-h-14 items-center gap-3 overflow-hidden p-1.5 ps-3 transition-opacity duration-200 data-behind:not-data-expanded:opacity-0">
        {toast.data && <Sign toast={toast.data} />}
        <div className="flex min-w-0 flex-1 items-baseline gap-2 py-1.5">
          <Base.Title
            // What went wrong is never cut.
            className={cx(
              'font-semibold',
              toast.description ? 'max-w-2/5 shrink-0 truncate' : 'min-w-0 wrap-break-word',
            )}
            render={<p />}
          />
          {toast.description && <Base.Description className="min-w-0 truncate text-sm text-text-muted" />}
        </div>
        {toast.data?.action && <ToastAction action={toast.data.action} onClose={() => close(toast.id)} />}
        <Base.Close
          // Toasts are not stacked: the button can be seen and focused, so screen readers need it, too.
          aria-hidden={false}
          render={
            <IconButton label={closeLabel} size="sm">
              <X />
            </IconButton>
          }
        />
      </Base.Content>
    </Base.Root>
  ))
  return (
    <Base.Viewport
      aria-label={regionLabel}
      className={cx(
        'fixed inset-x-4 z-60 mx-auto max-w-toast outline-none md:start-auto md:end-6 md:mx-0 md:w-full',
        isLow
          ? 'bottom-[calc(env(safe-area-inset-bottom,0px)+6.5rem)] md:bottom-6'
          : 'top-[calc(env(safe-area-inset-top,0px)+4.5rem)]',
      )}
    >
      {list}
    </Base.Viewport>
  )
}

/** The face of the person it is about, else an icon. */
function Sign({ toast: { face, icon, tone } }: { toast: ToastData }) {
  if (face) return <Avatar name={face.name} src={face.src} preview={face.preview} size="sm" isDecorative />
  return <span className="shrink-0 text-secondary-text [&>svg]:size-6">{icon ?? icons[tone]}</span>
}

function ToastAction({ action, onClose }: { action: NonNullable<ToastMessage['action']>; onClose: () => void }) {
  return (
    <Base.Action
      className="min-h-11 shrink-0 cursor-pointer px-1 font-semibold text-accent-text underline"
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
  '[--gap:0.75rem] [--shift:calc(var(--toast-offset-y)+var(--toast-index)*var(--gap))]',
  'absolute inset-x-0 z-[calc(100-var(--toast-index))]',
  'rounded-md border border-line bg-surface-raised text-text shadow-floating outline-none select-none',
  'transform-[translate(var(--toast-swipe-movement-x),calc(var(--toast-swipe-movement-y)+var(--side)*var(--toast-index)*0.625rem))_scale(calc(1-var(--toast-index)*0.05))]',
  'data-expanded:transform-[translate(var(--toast-swipe-movement-x),calc(var(--toast-swipe-movement-y)+var(--side)*var(--shift)))]',
  'h-(--toast-frontmost-height) data-expanded:h-(--toast-height)',
  'transition-[transform,opacity,height] duration-350 ease-swift data-swiping:duration-0',
  'data-limited:opacity-0 data-starting-style:opacity-0 data-ending-style:opacity-0',
  'data-starting-style:transform-[translateY(calc(var(--side)*-120%))] data-ending-style:transform-[translateY(calc(var(--side)*-120%))]',
  'data-ending-style:data-[swipe-direction=right]:transform-[translateX(120%)]',
  // Fills the gap between two toasts, so that the pointer stays inside while it crosses from one to the next.
  'after:absolute after:inset-x-0 after:h-3',
)
