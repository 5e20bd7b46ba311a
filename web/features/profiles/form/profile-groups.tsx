import ChevronDown from 'lucide-react/icons/chevron-down'
import { createContext, use, useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { ProfileCard } from './profile-card.tsx'

interface Groups {
  /** Names of the groups that a phone shows with their fields. */
  open: readonly string[]
  toggle: (name: string) => void
}

/** Given by the form around the groups. */
export const GroupsContext = createContext<Groups>({ open: [], toggle: () => {} })

interface Props {
  name: string
  title: string
  /** The address names the heading by it, as the pencils of the preview do. */
  headingId?: string
  /** What a phone shows in place of the fields. */
  summary: ReactNode
  className?: string
  children: ReactNode
}

/**
 * A group of fields. A phone shows its values as a row and opens the fields in place, so that the whole
 * profile can be seen at a glance; wider screens always show the fields (PRO-39).
 */
export function ProfileGroup({ name, title, headingId, summary, className, children }: Props) {
  const { open, toggle } = use(GroupsContext)
  const isOpen = open.includes(name)
  const contentId = useId()
  return (
    <ProfileCard data-group={name} className={cx('max-md:gap-0', className)}>
      <div className={cx('relative md:-mb-2', isOpen && 'max-md:mb-5')}>
        <h2 id={headingId} tabIndex={-1} className="text-xl font-bold outline-none">
          <span className="max-md:hidden">{title}</span>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={contentId}
            onClick={() => toggle(name)}
            // The whole row is the target.
            className="-my-2 flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 text-start outline-none after:absolute after:-inset-2 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-focus md:hidden"
          >
            {title}
            <ChevronDown
              aria-hidden
              className={cx('size-5 shrink-0 text-text-muted transition-transform', isOpen && 'rotate-180')}
            />
          </button>
        </h2>
        {!isOpen && <div className="pt-2 md:hidden">{summary}</div>}
      </div>
      <div id={contentId} className={cx('flex flex-col gap-6', !isOpen && 'max-md:hidden')}>
        {children}
      </div>
    </ProfileCard>
  )
}

/**
 * Which groups are open. The group of what the address names opens, and its field gets the focus; so do the
 * groups with a field that a submission has found wrong.
 */
export function useProfileGroups({ isSubmitting, submitCount }: { isSubmitting: boolean; submitCount: number }) {
  const [open, setOpen] = useState<readonly string[]>([])
  // An object: the same field is a new target after each press.
  const [target, setTarget] = useState<{ field: HTMLElement; isHidden: boolean } | null>(null)
  const location = useLocation()

  /** Opens the groups around some elements, and gives one of their fields the focus, in the next frame. */
  const reveal = useEffectEvent((elements: HTMLElement[], field: HTMLElement | null) => {
    const frame = requestAnimationFrame(() => {
      setOpen((names) => withGroups(names, elements))
      if (field) setTarget(targetOf(field))
    })
    return () => cancelAnimationFrame(frame)
  })

  useEffect(() => {
    const part = document.getElementById(location.hash.slice(1))
    return part ? reveal([part], part.querySelector<HTMLElement>('input, textarea') ?? part) : undefined
  }, [location])

  useEffect(() => {
    const wrong =
      isSubmitting || submitCount === 0
        ? []
        : [...document.querySelectorAll<HTMLElement>('[data-group] [aria-invalid="true"]')]
    const [first] = wrong
    // The form has moved the focus to a field that can be seen.
    const hasFocus = wrong.some((field) => field === document.activeElement)
    return first ? reveal(wrong, hasFocus ? null : first) : undefined
  }, [isSubmitting, submitCount])

  // After the group is open: what is hidden cannot have the focus.
  useEffect(() => {
    if (!target) return
    const { field, isHidden } = target
    field.focus({ preventScroll: true })
    // The router has scrolled to what it could see.
    if (isHidden) field.scrollIntoView({ block: 'center' })
    // Its list is open with it.
    if (field.role === 'combobox') field.click()
  }, [target])

  const toggle = (name: string) =>
    setOpen((names) => (names.includes(name) ? names.filter((each) => each !== name) : [...names, name]))
  return { open, toggle }
}

const targetOf = (field: HTMLElement) => ({ field, isHidden: field.getClientRects().length === 0 })

/** Adds the groups around some elements. */
function withGroups(names: readonly string[], elements: HTMLElement[]) {
  const groups = elements.map((element) => element.closest<HTMLElement>('[data-group]')?.dataset['group'])
  return [...new Set([...names, ...groups.filter((name) => name !== undefined)])]
}
