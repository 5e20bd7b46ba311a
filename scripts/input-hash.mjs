import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Hashes names and contents of files and of all files in folders. Missing ones are left out. */
export function inputHash(root, inputs) {
  const hash = createHash('sha256')
  for (const path of inputs.flatMap((input) => filesBelow(root, input)).toSorted()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(root, path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stats) return []
  if (stats.isFile()) return [path]
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(root, join(path, name)))
}
