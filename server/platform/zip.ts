import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  /** Path inside the archive. */
  path: string
  /** Opens the content when its turn comes, so that one entry is read at a time. */
  open: () => Promise<Readable>
  /** False for content that is compressed already. */
  isCompressible: boolean
}

/**
 * Returns the bytes of a ZIP archive. They are made as fast as they are read, so memory holds a small part of
 * the archive. The stream fails when an entry cannot be opened or read. `onEntry` is called after each entry.
 */
export function zipStream(entries: ZipEntry[], { onEntry }: { onEntry?: () => void } = {}): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream
  if (!(output instanceof Readable)) throw new TypeError('the archive is not a stream of this Node')
  let current: Readable | undefined
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  // A file that is being read is closed with the archive.
  output.once('close', () => current?.destroy())

  async function openEntry(open: ZipEntry['open']) {
    current = await open()
    current.once('error', fail)
    if (onEntry) current.once('end', onEntry)
    return current
  }

  for (const { path, open, isCompressible } of entries) {
    zip.addReadStreamLazy(path, { compress: isCompressible }, (use) => {
      void openEntry(open).then((stream) => use(null, stream), fail)
    })
  }
  zip.end()
  return output
}
