import { Menu as Base } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import { useCallback, useRef, type KeyboardEvent, type RefObject } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { MenuItem, MenuProps } from './menu-items.ts'
import { isTriggerPress, type OpenedBy } from './menu-opening.ts'
import { popupMotion } from './overlay-variants.ts'
import { useCloseOnBack } from './use-close-on-back.ts'

type MenuPopupProps = Omit<MenuProps, 'trigger'> & {
  id: string
  open: boolean
  openedBy: OpenedBy | null
  onClose: () => void
  triggerRef: RefObject<HTMLElement | null>
}

/** The body of Menu, loaded with the first one that is about to open. */
export function MenuPopup({ id, label, items, open, openedBy, onClose, triggerRef }: MenuPopupProps) {
  useCloseOnBack(open, onClose)
  const focusFirstItem = useFocusFirstItem(openedBy === 'keyboard')
  const wasClosedByTab = useRef(false)
  /** Tab moves on from the trigger, as if the menu were not in the tab order. */
  function closeOnTab(event: KeyboardEvent) {
    wasClosedByTab.current = event.key === 'Tab'
    if (!wasClosedByTab.current) return
    event.stopPropagation()
    triggerRef.current?.focus()
    onClose()
  }

  return (
    <Base.Root
      open={open}
      modal={false}
      onOpenChange={(next, details) => {
        const { reason, event } = details
        const target = event.target instanceof Node ? event.target : null
        if (isTriggerPress({ reason, target, trigger: triggerRef.current })) details.cancel()
        else if (!next) onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={triggerRef}
          align="end"
          side="bottom"
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            ref={focusFirstItem}
            id={id}
            aria-label={label}
            onKeyDownCapture={closeOnTab}
            finalFocus={() => !wasClosedByTab.current && !isDialogOverIt(triggerRef.current) && triggerRef.current}
            className={cx(
              'max-h-(--available-height) max-w-[min(20rem,calc(100vw-1rem))] min-w-52 overflow-y-auto overscroll-contain rounded-md border border-line bg-surface-raised p-1.5 text-text shadow-floating outline-none',
              popupMotion,
            )}
          >
            {(typeof items === 'function' ? items() : items).map((item, index) => (
              // Items have no ids and keep their order while the menu is open.
              <Entry key={index} item={item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

// Not in open-overlays.ts, which every page loads. A toast is a dialog for screen readers, without focus.
const openDialogs = '[role=dialog]:not([data-toast]), [role=alertdialog]:not([data-toast])'

/** Whether an entry has opened a dialog, which took the focus before the menu has closed. */
function isDialogOverIt(trigger: HTMLElement | null) {
  return [...document.querySelectorAll(openDialogs)].some((dialog) => !dialog.contains(trigger))
}

/** Returns a ref for the popup that focuses its first item, if the menu was opened by keyboard. */
function useFocusFirstItem(isByKeyboard: boolean) {
  return useCallback(
    (popup: HTMLElement | null) => {
      if (!popup || !isByKeyboard) return
      const frame = requestAnimationFrame(() => popup.querySelector<HTMLElement>('[role^=menuitem]')?.focus())
      return () => cancelAnimationFrame(frame)
    },
    [isByKeyboard],
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
        <Base.LinkItem render={item.render} closeOnClick className={cx(entryVariants, '[&>svg]:text-text-muted')}>
          {item.icon}
          <span className="min-w-0 flex-1">{item.label}</span>
        </Base.LinkItem>
      )
    case 'choice':
      return <ChoiceEntry choice={item} />
    case 'heading':
      return <div className="px-3 pt-2 pb-1 text-sm font-semibold text-text-muted">{item.label}</div>
    case 'separator':
      return <Base.Separator className="mx-3 my-1.5 h-px bg-line" />
  }
}

type Choice = Extract<MenuItem, { kind: 'choice' }>

function ChoiceEntry({ choice }: { choice: Choice }) {
  return (
    <Base.RadioGroup
      aria-label={choice.label}
      value={choice.value}
      onValueChange={(value: string) => choice.onValueChange(value)}
      className={choice.isRow ? 'flex justify-between' : undefined}
      onKeyDown={choice.isRow ? moveInRow : undefined}
    >
      {choice.isRow ? <OptionsInRow options={choice.options} /> : <OptionsInColumn options={choice.options} />}
    </Base.RadioGroup>
  )
}

/** Left and Right lead along a row; Up and Down lead from entry to entry anyway. */
function moveInRow({ key, currentTarget }: KeyboardEvent) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (step === undefined) return
  const options = [...currentTarget.querySelectorAll<HTMLElement>('[role=menuitemradio]')]
  options[options.findIndex((option) => option === document.activeElement) + step]?.focus()
}

function OptionsInRow({ options }: Pick<Choice, 'options'>) {
  return options.map((option) => (
    <Base.RadioItem
      key={option.value}
      value={option.value}
      closeOnClick
      aria-label={option.image ? option.label : undefined}
      className="grid size-11 cursor-pointer place-items-center rounded-full text-xl outline-none select-none data-checked:bg-accent-soft data-highlighted:bg-surface-muted"
    >
      {option.image ?? option.label}
    </Base.RadioItem>
  ))
}

function OptionsInColumn({ options }: Pick<Choice, 'options'>) {
  return options.map((option) => (
    <Base.RadioItem
      key={option.value}
      value={option.value}
      closeOnClick
      className={cx(entryVariants, 'data-checked:font-semibold data-checked:text-accent-text')}
    >
      <span className="min-w-0 flex-1">{option.label}</span>
      <Base.RadioItemIndicator className="text-accent-text">
        <Check aria-hidden className="size-5" />
      </Base.RadioItemIndicator>
    </Base.RadioItem>
  ))
}
