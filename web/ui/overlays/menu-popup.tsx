import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useCallback, useRef, type KeyboardEvent, type RefObject } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { MenuItem, MenuProps } from './menu-items.ts'
import { popupMotion } from './overlay-variants.ts'

type MenuPopupProps = Required<Omit<MenuProps, 'trigger'>> & {
  id: string
  open: boolean
  openedBy: 'pointer' | 'keyboard' | null
  onClose: () => void
  triggerRef: RefObject<HTMLElement | null>
}

/** The body of Menu, loaded with the first one that is about to open. */
export function MenuPopup({ id, label, items, align, side, open, openedBy, onClose, triggerRef }: MenuPopupProps) {
  const isByKeyboard = openedBy === 'keyboard'
  // Whoever came by keyboard stands on the first item at once.
  const appendEntry = useCallback(
    (popup: HTMLElement | null) => {
      if (!popup || !isByKeyboard) return
      const event = requestAnimationFrame(() => popup.querySelector<HTMLElement>('[role^=menuitem]')?.focus())
      return () => cancelAnimationFrame(event)
    },
    [isByKeyboard],
  )
  const leftByTab = useRef(false)
  /** Tab goes on from the button, as if the menu had not been there. */
  function leave(event: KeyboardEvent) {
    leftByTab.current = event.key === 'Tab'
    if (!leftByTab.current) return
    event.stopPropagation()
    triggerRef.current?.focus()
    onClose()
  }

  return (
    <Base.Root
      open={open}
      modal={false}
      onOpenChange={(next, details) => {
        // A press on the button is the button's own business, or it would close and open again.
        const { target } = details.event
        if (details.reason !== 'item-press' && target instanceof Node && triggerRef.current?.contains(target)) {
          details.cancel()
        } else if (!next) onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={triggerRef}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            ref={appendEntry}
            id={id}
            aria-label={label}
            onKeyDownCapture={leave}
            finalFocus={() => !leftByTab.current && triggerRef.current}
            className={cx(
              'max-h-(--available-height) max-w-80 min-w-52 overflow-y-auto overscroll-contain rounded-md border border-line bg-surface-raised p-1.5 text-text shadow-floating outline-none',
              popupMotion,
            )}
          >
            {items.map((item, index) => (
              // Items have no names of their own and do not move while the menu is open.
              <Entry key={index} item={item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const entryVariants =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-sm px-3 py-2 text-start outline-none select-none [&>svg]:size-5 [&>svg]:shrink-0 ' +
  'data-highlighted:bg-surface-muted data-disabled:cursor-not-allowed data-disabled:opacity-55'

function Entry({ item }: { item: MenuItem }) {
  switch (item.kind) {
    case 'action':
      return (
        <Base.Item
          onClick={item.onSelect}
          disabled={item.disabled ?? false}
          className={cx(entryVariants, item.tone === 'danger' ? 'text-danger-text' : '[&>svg]:text-text-muted')}
        >
          {item.icon}
          <span className="min-w-0 flex-1">{item.label}</span>
        </Base.Item>
      )
    case 'link':
      return (
        <Base.LinkItem
          render={item.render}
          closeOnClick
          aria-current={item.isCurrent ? 'page' : undefined}
          className={cx(entryVariants, '[&>svg]:text-text-muted', item.isCurrent && 'font-semibold text-accent-text')}
        >
          {item.icon}
          <span className="min-w-0 flex-1">{item.label}</span>
        </Base.LinkItem>
      )
    case 'choice':
      return (
        <Base.RadioGroup
          aria-label={item.label}
          value={item.value}
          onValueChange={(value: string) => item.onValueChange(value)}
        >
          {item.options.map((option) => (
            <Base.RadioItem
              key={option.value}
              value={option.value}
              closeOnClick
              className={cx(entryVariants, 'data-checked:font-semibold data-checked:text-accent-text')}
            >
              {option.icon}
              <span className="min-w-0 flex-1">{option.label}</span>
              <Base.RadioItemIndicator className="text-accent-text">
                <Check aria-hidden className="size-5" />
              </Base.RadioItemIndicator>
            </Base.RadioItem>
          ))}
        </Base.RadioGroup>
      )
    case 'heading':
      return <div className="px-3 pt-2 pb-1 text-sm font-semibold text-text-muted">{item.label}</div>
    case 'separator':
      return <Base.Separator className="mx-3 my-1.5 h-px bg-line" />
  }
}
