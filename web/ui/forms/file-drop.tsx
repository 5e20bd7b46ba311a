import { ImagePlus, X } from 'lucide-react'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useFieldControl } from './field.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'

type FileDropProps = {
  /** What pressing it does, e.g. "Choose a photo". */
  label: ReactNode
  /** The same once something is chosen, e.g. "Choose another photo". */
  changeLabel?: ReactNode
  /** Limits in words, e.g. "JPEG, PNG or WebP, up to 10 MB". */
  hint?: ReactNode
  name?: string | undefined
  /** e.g. "image/jpeg,image/png,image/webp" */
  accept: string
  multiple?: boolean | undefined
  disabled?: boolean | undefined
  /** What has been chosen, drawn as previews. Keep it empty where each file is sent at once. */
  files: readonly File[]
  /** All that is chosen now. With `multiple`, new files are added to those before. */
  onFilesChange: (files: File[]) => void
  /** "Remove photo.jpg" */
  removeLabel: (fileName: string) => string
  className?: string | undefined
}

/** Picks pictures: press, keyboard, or drop them here. Checking size and kind is the form's business. */
export function FileDrop({
  label,
  changeLabel = label,
  hint,
  name,
  accept,
  multiple = false,
  disabled = false,
  files,
  onFilesChange,
  removeLabel,
  className,
}: FileDropProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const control = useFieldControl({})

  function choose(chosen: FileList | null) {
    if (!chosen?.length) return
    change(multiple ? [...files, ...chosen] : [...chosen].slice(0, 1))
  }

  function change(chosen: File[]) {
    // The input carries the same files, so that a plain form submit sends them.
    if (inputRef.current) {
      const transfer = new DataTransfer()
      for (const file of chosen) transfer.items.add(file)
      inputRef.current.files = transfer.files
    }
    onFilesChange(chosen)
  }

  const only = multiple ? undefined : files[0]
  return (
    <div className={cx('flex flex-col gap-3', className)}>
      <div className="relative">
        <label
          data-invalid={control['aria-invalid'] || undefined}
          className={cx(
            'relative flex cursor-pointer flex-col items-center justify-center gap-2 overflow-hidden rounded-lg border-2 p-5 text-center transition-colors duration-150',
            'hover:border-accent hover:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            'data-invalid:border-danger has-disabled:cursor-not-allowed has-disabled:opacity-55',
            isOver ? 'border-accent' : 'border-line-strong',
            only
              ? 'min-h-80 bg-surface-muted'
              : cx('min-h-44 border-dashed', isOver ? 'bg-accent-soft' : 'bg-surface-raised'),
          )}
        >
          <input
            {...control}
            ref={inputRef}
            type="file"
            name={name}
            accept={accept}
            multiple={multiple}
            disabled={disabled}
            // It covers the whole area unseen: the browser takes what is dropped on a file input.
            className="absolute inset-0 z-10 cursor-[inherit] opacity-0"
            onDragEnter={() => setIsOver(true)}
            onDragLeave={() => setIsOver(false)}
            onDrop={() => setIsOver(false)}
            onChange={(event) => choose(event.currentTarget.files)}
          />
          {only && <Preview file={only} className="absolute inset-0 size-full object-contain" />}
          <span
            className={cx(
              'relative flex flex-col items-center gap-2',
              only && 'mt-auto rounded-full bg-shade/60 px-4 py-1.5 text-on-shade backdrop-blur-sm',
            )}
          >
            {!only && (
              <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent-text">
                <ImagePlus aria-hidden className="size-7" />
              </span>
            )}
            <span className="font-semibold">{files.length > 0 ? changeLabel : label}</span>
          </span>
          {hint && !only && <span className="text-sm text-text-muted">{hint}</span>}
        </label>
        {only && (
          <IconButton
            label={removeLabel(only.name)}
            variant="shade"
            className="absolute end-3 top-3 z-20"
            onClick={() => change([])}
          >
            <X />
          </IconButton>
        )}
      </div>
      {multiple && files.length > 0 && (
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-4">
          {files.map((file) => (
            <li key={`${file.name}-${file.lastModified}-${file.size}`} className="relative">
              <Preview file={file} className="aspect-3/4 w-full rounded-md object-cover" />
              <IconButton
                label={removeLabel(file.name)}
                variant="shade"
                size="sm"
                className="absolute end-1.5 top-1.5"
                onClick={() => change(files.filter((other) => other !== file))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Preview({ file, className }: { file: File; className: string }) {
  const [brokenFile, setBrokenFile] = useState<File>()
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  // Not a picture after all: the form says so, and the button beside it names the file.
  if (brokenFile === file) return null
  return <img ref={show} alt={file.name} className={className} onError={() => setBrokenFile(file)} />
}
