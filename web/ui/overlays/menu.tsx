import { useRender } from '@base-ui/react/use-render'
import { lazy, Suspense, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { MenuProps } from './menu-items.ts'
import { preloadMenu } from './preload-overlays.ts'
import { useWasOpen } from './use-was-open.ts'

const MenuPopup = lazy(async () => ({ default: (await import('./menu-popup.tsx')).MenuPopup }))

/**
 * A short list of acts or links behind a button. Its code is loaded when the pointer or the focus comes near;
 * until then the button is all there is.
 */
export function Menu({ label, trigger, items, align = 'end', side = 'bottom' }: MenuProps) {
  const [openedBy, setOpenedBy] = useState<'pointer' | 'keyboard' | null>(null)
  const isOpen = openedBy !== null
  const wasOpen = useWasOpen(isOpen)
  const triggerRef = useRef<HTMLElement>(null)
  const popupId = useId()

  const button = useRender({
    render: trigger,
    ref: triggerRef,
    props: {
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? popupId : undefined,
      onPointerEnter: preloadMenu,
      onFocus: preloadMenu,
      // A click without a pointer (detail 0) comes from Enter or Space.
      onClick: (event: MouseEvent) => setOpenedBy(isOpen ? null : event.detail === 0 ? 'keyboard' : 'pointer'),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        setOpenedBy('keyboard')
      },
    },
  })

  return (
    <>
      {button}
      {wasOpen && (
        <Suspense>
          <MenuPopup
            id={popupId}
            label={label}
            items={items}
            align={align}
            side={side}
            open={isOpen}
            openedBy={openedBy}
            onClose={() => setOpenedBy(null)}
            triggerRef={triggerRef}
          />
        </Suspense>
      )}
    </>
  )
}
