import { CircleAlert } from 'lucide-react'
import { createContext, use, useId, useMemo, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type FieldControl = { id: string | undefined; describedBy: string | undefined; isInvalid: boolean }

const FieldContext = createContext<FieldControl | null>(null)

type ControlProps = {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
}

/** What a control needs from the Field around it: its id, what describes it, and whether it is wrong. */
export function useFieldControl(own: ControlProps) {
  const field = use(FieldContext)
  return {
    // The label points at the Field's id, so that one wins.
    id: field?.id ?? own.id,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field?.isInvalid || undefined),
  }
}

type FieldProps = {
  label: ReactNode
  /** The label is only for screen readers, e.g. above a search box with an icon. */
  isLabelHidden?: boolean | undefined
  /** Quiet words behind the label, e.g. "optional". */
  hint?: ReactNode
  description?: ReactNode
  /** Of the control; made up if left out. */
  id?: string | undefined
  /** What is wrong, as a sentence. The control is marked as invalid as long as there is one. */
  error?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** One control with its label, help and error, wired for screen readers. Put one control inside. */
export function Field({ label, isLabelHidden, hint, description, id: ownId, error, className, children }: FieldProps) {
  const madeUpId = useId()
  const id = ownId ?? madeUpId
  const { control, ids } = useControl(id, { description, error, isGroup: false })
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={cx(labelVariants, isLabelHidden && 'sr-only')}>
        {label}
        {hint && <span className="ms-1.5 font-normal text-text-muted">{hint}</span>}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      <FieldNotes ids={ids} description={description} error={error} />
    </div>
  )
}

/** The same for several controls that belong together: a date, a set of radios, a range. */
export function FieldGroup({
  label,
  isLabelHidden,
  hint,
  description,
  error,
  className,
  children,
}: Omit<FieldProps, 'id'>) {
  const id = useId()
  const { control, describedBy, ids } = useControl(id, { description, error, isGroup: true })
  return (
    <fieldset aria-describedby={describedBy} className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <legend className={cx(labelVariants, 'mb-1.5 p-0', isLabelHidden && 'sr-only')}>
        {label}
        {hint && <span className="ms-1.5 font-normal text-text-muted">{hint}</span>}
      </legend>
      <FieldContext value={control}>{children}</FieldContext>
      <FieldNotes ids={ids} description={description} error={error} />
    </fieldset>
  )
}

const labelVariants = 'text-sm font-semibold text-text'

function useControl(
  id: string,
  { description, error, isGroup }: { description: ReactNode; error: ReactNode; isGroup: boolean },
) {
  const ids = { description: `${id}-description`, error: `${id}-error` }
  const describedBy = cx(Boolean(error) && ids.error, Boolean(description) && ids.description) || undefined
  const isInvalid = Boolean(error)
  const control = useMemo(
    // In a group each control has its own id, and it is the group that is described.
    () => ({ id: isGroup ? undefined : id, describedBy: isGroup ? undefined : describedBy, isInvalid }),
    [id, describedBy, isInvalid, isGroup],
  )
  return { control, describedBy, ids }
}

function FieldNotes({
  ids,
  description,
  error,
}: {
  ids: { description: string; error: string }
  description: ReactNode
  error: ReactNode
}) {
  return (
    <>
      {/* Always there, also for screen readers, so that an error that appears is read out. */}
      <div aria-live="polite" className="empty:sr-only">
        {error && (
          <p id={ids.error} className="flex gap-1.5 text-sm font-medium text-danger-text">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>{error}</span>
          </p>
        )}
      </div>
      {description && (
        <p id={ids.description} className="text-sm text-text-muted">
          {description}
        </p>
      )}
    </>
  )
}
