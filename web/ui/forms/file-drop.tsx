import ImagePlus from 'lucide-react/icons/image-plus'
import X from 'lucide-react/icons/x'
import { useRef, useState, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { useFieldControl } from './field.tsx'
import { FilePreview } from './file-preview.tsx'

type FileDropProps = {
  /** What pressing it does, e.g. "Choose a photo". */
  label: ReactNode
  /** The limits, e.g. "JPEG, PNG or WebP, up to 10 MB". */
  hint?: ReactNode
  /** e.g. "image/jpeg,image/png,image/webp" */
  accept: string
  disabled?: boolean | undefined
  isMultiple?: boolean
  /** The chosen file, shown as a preview. Empty where each file is uploaded at once. */
  files: readonly File[]
  /** Called with the chosen file, or with none when it is removed. */
  onFilesChange: (files: File[]) => void
  /** "Remove photo.jpg" */
  removeLabel: (fileName: string) => string
}

/** Picks images by press, keyboard or drop. The form checks its size and type. */
export function FileDrop({
  label,
  hint,
  accept,
  disabled = false,
  isMultiple = false,
  files,
  onFilesChange,
  removeLabel,
}: FileDropProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const control = useFieldControl({})
  const [file] = files

  function remove() {
    // Otherwise choosing the same file again would not be a change.
    if (inputRef.current) inputRef.current.value = ''
    onFilesChange([])
  }

  return (
    <div className="relative">
      <label
        data-invalid={control['aria-invalid'] || undefined}
        className={dropVariants({ isOver, hasFile: file !== undefined })}
      >
        <input
          {...control}
          ref={inputRef}
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
            const selectedFiles = [...(event.currentTarget.files ?? [])]
            if (selectedFiles.length === 0) return
            onFilesChange(isMultiple ? selectedFiles : selectedFiles.slice(0, 1))
            // Otherwise choosing the same file again would not be a change.
            if (isMultiple) event.currentTarget.value = ''
          }}
        />
        {file ? <SelectedFile file={file} label={label} /> : <Invitation label={label} hint={hint} />}
      </label>
      {file && (
        <IconButton
          label={removeLabel(file.name)}
          variant="shade"
          className="absolute end-3 top-3 z-20"
          onClick={remove}
        >
          <X />
        </IconButton>
      )}
    </div>
  )
}

function dropVariants({ isOver, hasFile }: { isOver: boolean; hasFile: boolean }) {
  return cx(
    'relative flex cursor-pointer flex-col items-center justify-center gap-2 overflow-hidden rounded-lg border-2 p-5 text-center transition-colors duration-150',
    'hover:border-accent hover:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
    'data-invalid:border-danger has-disabled:cursor-not-allowed has-disabled:opacity-55',
    isOver ? 'border-accent' : 'border-line-strong',
    hasFile
      ? 'min-h-80 bg-surface-muted'
      : cx('min-h-44 border-dashed', isOver ? 'bg-accent-soft' : 'bg-surface-raised'),
  )
}

function SelectedFile({ file, label }: { file: File; label: ReactNode }) {
  return (
    <>
      <FilePreview file={file} className="absolute inset-0 size-full object-contain" />
      <span className="relative mt-auto rounded-full bg-shade/60 px-4 py-1.5 font-semibold text-on-shade backdrop-blur-sm">
        {label}
      </span>
    </>
  )
}

function Invitation({ label, hint }: { label: ReactNode; hint: ReactNode }) {
  return (
    <>
      <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent-text">
        <ImagePlus aria-hidden className="size-7" />
      </span>
      <span className="font-semibold">{label}</span>
      {hint && <span className="text-sm text-text-muted">{hint}</span>}
    </>
  )
}
