import { renderAs } from '#web/ui/elements/render-as.ts'
import { useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { lazyOverlay } from './lazy-overlay.tsx'
import type { MenuProps } from './menu-items.ts'
import { openedByKey, openedByPress, type OpenedBy } from './menu-opening.ts'
import { preloadMenu } from './preload-overlays.ts'

const MenuOverlay = lazyOverlay(async () => (await import('./menu-popup.tsx')).MenuPopup)

/** A list of actions or links behind a button. Its code is loaded when the pointer or focus comes near. */
export function Menu({ label, trigger, items }: MenuProps) {
  const [openedBy, setOpenedBy] = useState<OpenedBy | null>(null)
  const isOpen = openedBy !== null
  const triggerRef = useRef<HTMLElement>(null)
  const popupId = useId()

  // oxlint-disable-next-line react/refs -- It is given to the element, not read.
  const button = renderAs({
    render: trigger,
    ref: triggerRef,
    props: {
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? popupId : undefined,
      onPointerEnter: preloadMenu,
      onFocus: preloadMenu,
      onClick: (event: MouseEvent) => setOpenedBy(isOpen ? null : openedByPress(event)),
      onKeyDown: (event: KeyboardEvent) => {
        const next = openedByKey(event)
        if (!next) return
        event.preventDefault()
        setOpenedBy(next)
      },
    },
  })

  return (
    <>
      {button}
      <MenuOverlay
        id={popupId}
        label={label}
        items={items}
        open={isOpen}
        openedBy={openedBy}
        onClose={() => setOpenedBy(null)}
        triggerRef={triggerRef}
      />
    </>
  )
}
