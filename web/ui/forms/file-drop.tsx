import ImagePlus from 'lucide-react/icons/image-plus'
import { useState, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useFieldControl } from './field.tsx'

type FileDropProps = {
  /** What pressing it does, e.g. "Choose a photo". */
  label: ReactNode
  /** The limits, e.g. "JPEG, PNG or WebP, up to 10 MB". */
  hint?: ReactNode
  /** e.g. "image/jpeg,image/png,image/webp" */
  accept: string
  disabled?: boolean | undefined
  isMultiple?: boolean
  /** A row on a phone, where nothing can be dropped: below photos that are there already. */
  isRowOnPhone?: boolean
  onChoose: (files: File[]) => void
}

/** Picks images by press, keyboard or drop. The form checks its size and type. */
export function FileDrop({
  label,
  hint,
  accept,
  disabled = false,
  isMultiple = false,
  isRowOnPhone = false,
  onChoose,
}: FileDropProps) {
  const [isOver, setIsOver] = useState(false)
  const control = useFieldControl({})
  return (
    <label
      data-invalid={control['aria-invalid'] || undefined}
      className={cx(dropVariants(isOver), isRowOnPhone && rowVariants)}
    >
      <input
        {...control}
        type="file"
        accept={accept}
        disabled={disabled}
        multiple={isMultiple}
        // Invisible on top of the whole area: browsers accept files that are dropped on a file input.
        className="absolute inset-0 z-10 cursor-[inherit] opacity-0"
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          if (files.length === 0) return
          onChoose(isMultiple ? files : files.slice(0, 1))
          // Otherwise choosing the same file again would not be a change.
          event.currentTarget.value = ''
        }}
      />
      <span
        className={cx(
          'grid size-14 place-items-center rounded-full bg-accent-soft text-accent-text',
          isRowOnPhone && 'max-md:row-span-2 max-md:size-11',
        )}
      >
        <ImagePlus aria-hidden className="size-7" />
      </span>
      <span className="font-semibold">{label}</span>
      {hint && <span className="text-sm text-text-muted">{hint}</span>}
    </label>
  )
}

const rowVariants =
  'max-md:grid max-md:min-h-0 max-md:grid-cols-[auto_1fr] max-md:gap-x-3 max-md:gap-y-0 max-md:p-3 max-md:text-start'

function dropVariants(isOver: boolean) {
  return cx(
    'relative flex min-h-44 cursor-pointer flex-col items-center justify-center gap-2 overflow-hidden rounded-lg border-2 border-dashed p-5 text-center transition-colors duration-150',
    'hover:border-accent hover:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
    'data-invalid:border-danger has-disabled:cursor-not-allowed has-disabled:opacity-55',
    isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface-raised',
  )
}
