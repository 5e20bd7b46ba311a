import { open, readFile, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { keyedHash, type Secrets } from '#server/platform/encryption.ts'
import { parseJson } from '#server/platform/parse-json.ts'

export const ErasureEntry = z.object({ erased: z.hex().length(64), at: z.iso.datetime() })

/** Names an account without its number: which one it was says only the secret. */
export function erasureHash(config: Secrets, userId: number) {
  return keyedHash(config, { purpose: 'erasures', text: String(userId) }).toString('hex')
}

/** Adds a line for an erased account, after the end of one that a crash has cut: it must not join that. */
export async function appendErasure(path: string, entry: z.output<typeof ErasureEntry>) {
  const file = await open(path, 'a+', 0o600)
  try {
    const start = (await isCut(file)) ? '\n' : ''
    await file.appendFile(`${start}${JSON.stringify(entry)}\n`)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Returns whether the last line of a file has no end. */
async function isCut(file: FileHandle) {
  const { size } = await file.stat()
  if (size === 0) return false
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() !== '\n'
}

/** Returns the hashes of the accounts in a log. A line that a crash cut is left out. */
export async function readErasures(path: string) {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const erased = text.split('\n').flatMap((line) => {
    const parsed = ErasureEntry.safeParse(parseJson(line))
    return parsed.success ? [parsed.data.erased] : []
  })
  return new Set(erased)
}
