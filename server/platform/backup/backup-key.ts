import { readFile } from 'node:fs/promises'
import { StartError } from '#server/platform/start-error.ts'

const KEY_BYTES = 32

/** Reads the key of backups. @throws StartError without a usable one */
export async function readBackupKey(path: string | undefined) {
  if (path === undefined) throw new StartError('BACKUP_KEY_FILE must be set: openssl rand -base64 32 > backup.key')
  const content = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new StartError(`BACKUP_KEY_FILE ${path} cannot be read.`, { cause })
  })
  const key = Buffer.from(content.trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new StartError(`BACKUP_KEY_FILE ${path} must have 32 bytes in base64.`)
  return key
}
