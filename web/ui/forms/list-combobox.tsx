import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { cx } from '#web/ui/cx.ts'
import { moveActive } from './list-position.ts'
import { TextInput } from './text-input.tsx'

type Props = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'list' | 'role'> & {
  /** The text in the field. */
  value: string
  onValueChange: (text: string) => void
  /** What matches the text; the caller filters. */
  options: readonly string[]
  /** Called when an option is pressed, or chosen with the keyboard. */
  onPick: (option: string) => void
  /** Names the list for screen readers. */
  listLabel: string
  /** Whether the list of an empty field is there from the start, for a screen that asks for nothing else. */
  isOpenAtFirst?: boolean
}

/**
 * A text field with the list of what matches below it, part of the page: one press chooses, and a phone's
 * keyboard covers nothing. Arrow keys move through the list, Enter chooses, and the only match
 * needs no arrow key. Needs a Field around it.
 */
export function ListCombobox({
  value,
  onValueChange,
  options,
  onPick,
  listLabel,
  isOpenAtFirst = true,
  ...input
}: Props) {
  const listId = useId()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst && value === '')
  const [active, setActive] = useState(-1)
  const isListed = isOpen && options.length > 0
  // The list may have become shorter than the position.
  const position = isListed && active < options.length ? active : -1
  const list = useActiveInView(position)

  function pick(option: string) {
    setIsOpen(false)
    setActive(-1)
    onPick(option)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setIsOpen(true)
      setActive(moveActive({ active: position, count: options.length, key: event.key }))
    } else if (event.key === 'Escape' && isListed) {
      event.preventDefault()
      setIsOpen(false)
    } else if (event.key === 'Enter' && isListed) {
      const choice = options[position] ?? (value.trim() !== '' && options.length === 1 ? options[0] : undefined)
      if (choice === undefined) return
      event.preventDefault()
      pick(choice)
    }
  }

  return (
    <div className="group flex flex-col gap-2">
      <TextInput
        {...input}
        value={value}
        onChange={({ currentTarget }) => {
          setIsOpen(true)
          setActive(-1)
          onValueChange(currentTarget.value)
        }}
        onClick={() => setIsOpen(true)}
        onKeyDown={handleKey}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={listId}
        aria-activedescendant={position < 0 ? undefined : `${listId}-${position}`}
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={listLabel}
        hidden={!isListed}
        // On a phone as high as the screen allows, until the keyboard takes half of it; half an option at
        // the end says that there are more.
        className="max-h-80 max-md:max-h-[calc(round(down,max(24dvh,100dvh-36.5rem),2.75rem)_+_1.75rem)] max-md:group-focus-within:max-h-[24dvh] overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface-raised p-1"
      >
        {options.map((option, index) => (
          <button
            key={option}
            type="button"
            tabIndex={-1}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={option === value}
            // The field keeps the focus, and with it a phone's keyboard.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(option)}
            className={cx(
              'flex min-h-11 w-full cursor-pointer items-center rounded-md text-start px-4 py-2 text-lg hover:bg-surface-muted aria-selected:font-semibold aria-selected:text-accent-text',
              index === position && 'bg-accent-soft outline-2 -outline-offset-2 outline-focus',
            )}
          >
            {option}
          </button>
        ))}
      </div>
    </div>
  )
}

/** Scrolls the list, not the page, to the option that the arrow keys have reached. */
function useActiveInView(position: number) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const option = list.current?.children[position]
    if (option instanceof HTMLElement) option.scrollIntoView({ block: 'nearest' })
  }, [position])
  return list
}
