import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OutboxEmail } from '#contract/email-renderer.ts'
import { hasCode } from '#server/platform/errors.ts'

export type Outbox = ReturnType<typeof openOutbox>

const isId = (text: string) => /^[\w-]{1,80}$/.test(text)

/** Opens a directory of unsent mails: `<id>.eml` for mail programs, `<id>.json` for the mailbox page. */
export function openOutbox({ directory }: { directory: string }) {
  const pathOf = (id: string, ending: 'eml' | 'json') => join(directory, `${id}.${ending}`)

  async function has(id: string) {
    return access(pathOf(id, 'eml')).then(
      () => true,
      () => false,
    )
  }

  /** Writes a mail completely or not at all. The `.eml` is last: where it exists, the mail is complete. */
  async function put(email: OutboxEmail, eml: Buffer) {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await writeAtomically(pathOf(email.id, 'json'), Buffer.from(JSON.stringify(email)))
    await writeAtomically(pathOf(email.id, 'eml'), eml)
  }

  /** Lists mails, newest first. Ids begin with the time of the mail. */
  async function list(limit: number) {
    const ids = await idsOf('eml')
    const emails = await Promise.all(ids.toSorted().toReversed().slice(0, limit).map(find))
    return emails.filter((email) => email !== null)
  }

  async function idsOf(ending: 'eml' | 'json') {
    const names = await readdir(directory).catch(ifMissing([]))
    return names.filter((name) => name.endsWith(`.${ending}`)).map((name) => name.slice(0, -`.${ending}`.length))
  }

  /** Deletes all mails to an account. Reads every mail, which the outbox of a demo has few of. */
  async function removeAllOf(userId: number) {
    // The `.json` exists first and is deleted last, so a repeated run finds what an earlier one left.
    for (const id of await idsOf('json')) {
      const email = await find(id)
      if (email?.userId !== userId) continue
      for (const ending of ['eml', 'json'] as const) await rm(pathOf(id, ending), { force: true })
    }
  }

  async function find(id: string) {
    if (!isId(id)) return null
    const text = await readFile(pathOf(id, 'json'), 'utf8').catch(ifMissing(null))
    return text === null ? null : OutboxEmail.parse(JSON.parse(text))
  }

  async function findEml(id: string) {
    return isId(id) ? readFile(pathOf(id, 'eml')).catch(ifMissing(null)) : null
  }

  return { has, put, list, find, findEml, removeAllOf }
}

/**
 * Writes a file under its name only when it is completely on disk, so a crash leaves no partial file. A
 * failed write removes its draft: on a full disk each retry would add another.
 */
async function writeAtomically(path: string, bytes: Buffer) {
  const draft = `${path}.${randomBytes(4).toString('hex')}.draft`
  try {
    await writeDurably(draft, bytes)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function writeDurably(path: string, bytes: Buffer) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function ifMissing<Value>(value: Value) {
  return (error: unknown) => {
    if (hasCode(error, 'ENOENT')) return value
    throw error
  }
}
