import ChevronDown from 'lucide-react/icons/chevron-down'
import { createContext, use, useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react'
import type { FormState } from 'react-hook-form'
import { useLocation } from 'react-router'
import type { ProfileEdit } from '#contract/profiles/schemas.ts'
import { cx } from '#web/ui/cx.ts'
import { groupsWithErrors, type ProfileGroupName } from './group-of-field.ts'
import { ProfileCard } from './profile-card.tsx'

interface Groups {
  /** Names of the groups that a phone shows with their fields. */
  open: readonly string[]
  toggle: (name: string) => void
}

/** Given by the form around the groups. */
export const GroupsContext = createContext<Groups>({ open: [], toggle: () => {} })

interface Props {
  name: ProfileGroupName
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
export function useProfileGroups({ errors, isSubmitting, submitCount }: FormState<ProfileEdit>) {
  const [open, setOpen] = useState<readonly string[]>([])
  // An object: the same field is a new target after each press.
  const [target, setTarget] = useState<Target | null>(null)
  const location = useLocation()

  /** Opens groups, and gives a field in them the focus, with the next paint. */
  const reveal = useEffectEvent((groups: readonly string[], next: Target | null) => {
    const request = requestAnimationFrame(() => {
      setOpen((names) => [...new Set([...names, ...groups])])
      if (next) setTarget(next)
    })
    return () => cancelAnimationFrame(request)
  })
  const revealErrors = useEffectEvent(() => {
    const groups = groupsWithErrors(errors)
    return groups.length > 0 ? reveal(groups, wrongTarget(groups)) : undefined
  })

  useEffect(() => {
    const part = document.getElementById(location.hash.slice(1))
    const group = part?.closest<HTMLElement>('[data-group]')?.dataset['group']
    if (!part) return undefined
    return reveal(group ? [group] : [], targetOf(part.querySelector<HTMLElement>('input, textarea') ?? part))
  }, [location])

  useEffect(() => (isSubmitting || submitCount === 0 ? undefined : revealErrors()), [isSubmitting, submitCount])

  // After the group is open: what is hidden cannot have the focus.
  useEffect(() => {
    if (!target) return
    const { field, scrollTo } = target
    field.focus({ preventScroll: true })
    scrollTo?.scrollIntoView({ block: 'center' })
    // Its list is open with it.
    if (field.role === 'combobox') field.click()
  }, [target])

  const toggle = (name: string) =>
    setOpen((names) => (names.includes(name) ? names.filter((each) => each !== name) : [...names, name]))
  return { open, toggle }
}

interface Target {
  field: HTMLElement
  /** Null where the page is at the field already. */
  scrollTo: HTMLElement | null
}

/** What is hidden until its group opens: the router has scrolled to what it could see. */
function targetOf(field: HTMLElement): Target {
  return { field, scrollTo: field.getClientRects().length === 0 ? field : null }
}

/** Radio buttons must not have the attribute that other controls have. */
const WRONG_CONTROL = '[aria-invalid="true"], input[data-invalid]'

/**
 * Returns the first wrong control of some groups. Interests and the list of answers have none: then the
 * heading of the group, with the text that says what is wrong in view. Null if the form has moved the focus
 * to a wrong control, which could be seen.
 */
function wrongTarget(groups: readonly string[]): Target | null {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-group]')].filter(({ dataset }) =>
    groups.includes(dataset['group'] ?? ''),
  )
  const active = document.activeElement
  if (active?.matches(WRONG_CONTROL) && elements.some((element) => element.contains(active))) return null
  for (const element of elements) {
    const control = element.querySelector<HTMLElement>(WRONG_CONTROL)
    if (control) return targetOf(control)
  }
  const heading = elements[0]?.querySelector<HTMLElement>('h2')
  if (!heading) return null
  return {
    field: heading,
    scrollTo: elements[0]?.querySelector<HTMLElement>('[id$="-error"], [role=alert]') ?? heading,
  }
}
