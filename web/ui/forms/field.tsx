import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { createContext, use, useId, useMemo, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type FieldControl = { id: string | undefined; describedBy: string | undefined; isInvalid: boolean }

const FieldContext = createContext<FieldControl | null>(null)

type ControlProps = {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
}

/** Returns a control's properties from the Field around it: id, description and whether it is invalid. */
export function useFieldControl(own: ControlProps) {
  const field = use(FieldContext)
  return {
    // The label points at the Field's id, which therefore takes precedence.
    id: field?.id ?? own.id,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field?.isInvalid || undefined),
  }
}

type FieldGroupProps = {
  label: ReactNode
  /** Muted text after the label, e.g. "optional". */
  hint?: ReactNode
  /** A sentence that helps to fill in the control. An error, which often says the same, takes its place. */
  description?: ReactNode
  /** A sentence that says what is wrong. While there is one, the control is marked as invalid. */
  error?: ReactNode
  /** The label is only for screen readers, e.g. above a search box with an icon. */
  isLabelHidden?: boolean | undefined
  children: ReactNode
}

type FieldProps = FieldGroupProps & {
  className?: string | undefined
}

/** One control with its label, description and error, connected for screen readers. */
export function Field({ label, isLabelHidden, hint, description, error, className, children }: FieldProps) {
  const id = useId()
  const { control, ids } = useControl(id, { description, error, isGroup: false })
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={cx(labelVariants, isLabelHidden && 'sr-only')}>
        <LabelText label={label} hint={hint} />
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      <FieldNotes ids={ids} description={description} error={error} />
    </div>
  )
}

/** Several controls that belong together, with one label: a date, a set of radio buttons, a range. */
export function FieldGroup({ label, isLabelHidden, hint, description, error, children }: FieldGroupProps) {
  const id = useId()
  const { control, describedBy, ids } = useControl(id, { description, error, isGroup: true })
  return (
    <fieldset aria-describedby={describedBy} className="flex min-w-0 flex-col gap-1.5">
      <legend className={cx(labelVariants, 'mb-1.5 p-0', isLabelHidden && 'sr-only')}>
        <LabelText label={label} hint={hint} />
      </legend>
      <FieldContext value={control}>{children}</FieldContext>
      <FieldNotes ids={ids} description={description} error={error} />
    </fieldset>
  )
}

const labelVariants = 'text-sm font-semibold text-text'

function LabelText({ label, hint }: Pick<FieldGroupProps, 'label' | 'hint'>) {
  return (
    <>
      {label}
      {/* The space is for screen readers, which read both as one name. */}
      {hint && <span className="ms-0.5 font-normal text-text-muted"> {hint}</span>}
    </>
  )
}

function useControl(
  id: string,
  { description, error, isGroup }: { description: ReactNode; error: ReactNode; isGroup: boolean },
) {
  const ids = { description: `${id}-description`, error: `${id}-error` }
  const describedBy = cx(Boolean(error) && ids.error, !error && Boolean(description) && ids.description) || undefined
  const isInvalid = Boolean(error)
  const control = useMemo(
    // In a group each control has its own id, and the description belongs to the group.
    () => ({ id: isGroup ? undefined : id, describedBy: isGroup ? undefined : describedBy, isInvalid }),
    [id, describedBy, isInvalid, isGroup],
  )
  return { control, describedBy, ids }
}

/** What is wrong with a control, with the icon that all errors have. */
export function ErrorSentence({ children }: { children: ReactNode }) {
  return (
    <span className="flex gap-1.5 text-sm font-medium text-danger-text">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </span>
  )
}

interface FieldNotesProps {
  ids: { description: string; error: string }
  description: ReactNode
  error: ReactNode
}

function FieldNotes({ ids, description, error }: FieldNotesProps) {
  return (
    <>
      {/* Always rendered, so that screen readers announce an error that appears. */}
      <div aria-live="polite" className="empty:sr-only">
        {error && (
          <p id={ids.error}>
            <ErrorSentence>{error}</ErrorSentence>
          </p>
        )}
      </div>
      {description && !error && (
        <p id={ids.description} className="text-sm text-text-muted">
          {description}
        </p>
      )}
    </>
  )
}
