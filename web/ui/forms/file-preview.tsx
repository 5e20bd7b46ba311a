import { useCallback, useState } from 'react'

interface FilePreviewProps {
  file: File
  /** Alternative text; default: the name of the file. */
  label?: string
  className: string
}

/** Shows an image file from the device. Renders nothing if the browser cannot decode it. */
export function FilePreview({ file, label = file.name, className }: FilePreviewProps) {
  const [brokenFile, setBrokenFile] = useState<File>()
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  // The form shows an error, and the remove button names the file.
  if (brokenFile === file) return null
  return <img ref={show} alt={label} className={className} onError={() => setBrokenFile(file)} />
}
