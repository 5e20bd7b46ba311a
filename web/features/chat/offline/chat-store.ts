import { clear, delMany, get, getMany, keys, promisifyRequest, type UseStore } from 'idb-keyval'
import { openDeviceStore } from '#web/api/device-store.ts'
import { sessionEndedAt } from '#web/features/accounts/stored-data.ts'

/** Name of the browser's database, which a log-out deletes (`web/features/accounts/stored-data.ts`). */
const DATABASE = 'chat'

type Kind = 'outbox' | 'draft' | 'conversation' | 'readings' | 'start'
type Key = [memberId: string, kind: Kind, id: string]

let opened: UseStore | undefined
/** When a session last ended, as of the first use. After another end this page stores nothing. */
let endedAt: ReturnType<typeof sessionEndedAt> | undefined

/**
 * Values of this page that the browser did not store: its database is full or closed to the page. They are
 * newer than the database's under the same key.
 */
const inMemory = new Map<string, unknown>()

/**
 * What a member's chat stores on the device: drafts, unsent messages, conversations to read offline, and what
 * a page starts with then. What the browser's database rejects lasts until the page is left.
 */
export function chatStore(memberId: string) {
  const keyOf = (kind: Kind, id = ''): Key => [memberId, kind, id]

  const readStored = (key: Key) => inDatabase((store) => get<unknown>(key, store), undefined)

  /** Changes a value in one step, also against other tabs. Undefined deletes it. `makeNext` may run twice. */
  async function change(kind: Kind, id: string, makeNext: (value: unknown) => unknown) {
    const key = keyOf(kind, id)
    let memoryValue: unknown
    const isStored = await inDatabase(async (store) => {
      await changeStored(store, key, (stored) => {
        memoryValue = inMemory.get(String(key))
        return makeNext(latest(key, stored))
      })
      return true
    }, false)
    if (!isStored) {
      const stored = await readStored(key)
      // Nothing waits between reading and writing, so that no change of this page gets lost.
      inMemory.set(String(key), makeNext(latest(key, stored)))
    } else if (inMemory.get(String(key)) === memoryValue) inMemory.delete(String(key))
  }

  return {
    async read(kind: Kind, id?: string): Promise<unknown> {
      const key = keyOf(kind, id)
      const stored = await readStored(key)
      return latest(key, stored)
    },
    change,
    write: (kind: Kind, id: string, value: unknown) => change(kind, id, () => value),
    remove: (kind: Kind, id: string) => change(kind, id, () => undefined),
    /** The ids of all values of a kind. Reads no value. */
    async ids(kind: Kind): Promise<string[]> {
      const prefix = String(keyOf(kind))
      const stored = (await storedKeys()).map(String)
      return [...new Set([...stored, ...inMemory.keys()])].flatMap((name) =>
        name.startsWith(prefix) && !isRemoved(name) ? [name.slice(prefix.length)] : [],
      )
    },
    /** All values of a kind, by their ids. */
    async list(kind: Kind): Promise<[id: string, value: unknown][]> {
      const keysOfKind = (await this.ids(kind)).map((id) => keyOf(kind, id))
      const stored = await inDatabase((store) => getMany<unknown>(keysOfKind, store), [])
      return keysOfKind.map((key, index) => [key[2], latest(key, stored[index])])
    },
    /** Deletes what another member left on this device. */
    async forgetOthers() {
      await inDatabase(
        async (store) =>
          delMany(
            (await keys<Key>(store)).filter(([owner]) => owner !== memberId),
            store,
          ),
        undefined,
      )
    },
  }
}

export type ChatStore = ReturnType<typeof chatStore>

/** Returns the ids of the members with a stored value of a kind. */
export async function membersWith(kind: Kind) {
  const names = new Set([...(await storedKeys()).map(String), ...inMemory.keys()])
  return [...names].flatMap((name) => {
    const [memberId = '', each] = name.split(',')
    return each === kind && !isRemoved(name) ? [memberId] : []
  })
}

/** Deletes everything, for every member. */
export async function clearChatStore() {
  inMemory.clear()
  endedAt = undefined
  await inDatabase(clear, undefined)
}

function latest(key: Key, stored: unknown) {
  return inMemory.has(String(key)) ? inMemory.get(String(key)) : stored
}

/** Whether the database still has a value that this page removed. */
function isRemoved(name: string) {
  return inMemory.has(name) && inMemory.get(name) === undefined
}

function storedKeys() {
  return inDatabase((store) => keys<Key>(store), [])
}

/** Reads a value and writes or deletes it in one transaction. */
function changeStored(store: UseStore, key: Key, makeNext: (value: unknown) => unknown) {
  return store('readwrite', (values) => {
    const request = values.get(key)
    return new Promise<void>((resolve, reject) => {
      request.addEventListener('error', () => reject(new Error('not read', { cause: request.error })))
      request.addEventListener('success', () => {
        try {
          const next = makeNext(request.result)
          if (next === undefined) values.delete(key)
          else values.put(next, key)
          resolve(promisifyRequest(values.transaction))
        } catch (error) {
          reject(new Error('not stored', { cause: error }))
        }
      })
    })
  })
}

/** Works on the browser's database. Returns `otherwise` where that fails. */
async function inDatabase<Result>(work: (store: UseStore) => Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    endedAt ??= sessionEndedAt() ?? ''
    if (!Object.is(endedAt, sessionEndedAt() ?? '')) return otherwise
    opened ??= openDeviceStore(DATABASE, 'values', () => (opened = undefined))
    return await work(opened)
  } catch {
    return otherwise
  }
}
