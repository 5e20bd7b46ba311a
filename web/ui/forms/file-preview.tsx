import { useCallback, useState } from 'react'

/** Shows an image file from the device. Renders nothing if the browser cannot decode it. */
export function FilePreview({ file, className }: { file: File; className: string }) {
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
  return <img ref={show} alt={file.name} className={className} onError={() => setBrokenFile(file)} />
}
