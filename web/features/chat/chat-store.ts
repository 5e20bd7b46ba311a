import { clear, createStore, del, delMany, entries, get, keys, update, type UseStore } from 'idb-keyval'

/** Name of the browser's database, which a log-out deletes (`web/features/accounts/session.ts`). */
const DATABASE = 'chat'

type Kind = 'outbox' | 'draft' | 'conversation' | 'start'
type Key = [memberId: string, kind: Kind, id: string]

let opened: UseStore | undefined

/**
 * Values of this page that the browser did not store, because its database is full or closed to the page. They are newer
 * than what the database has under the same key.
 */
const inMemory = new Map<string, unknown>()

/**
 * What a member's chat keeps on the device: drafts, unsent messages, conversations to be read without a connection, and what a page
 * starts with then. What the browser's database does not take holds until the page is left.
 */
export function chatStore(memberId: string) {
  const keyOf = (kind: Kind, id = ''): Key => [memberId, kind, id]

  const readStored = (key: Key) => inDatabase((store) => get<unknown>(key, store), undefined)

  /** Changes a value in one step, also against other tabs. `makeNext` may be called twice. */
  async function change(kind: Kind, id: string, makeNext: (value: unknown) => unknown) {
    const key = keyOf(kind, id)
    let known: unknown
    const isStored = await inDatabase(async (store) => {
      await update<unknown>(
        key,
        (stored) => {
          known = inMemory.get(String(key))
          return makeNext(latest(key, stored))
        },
        store,
      )
      return true
    }, false)
    if (!isStored) {
      const stored = await readStored(key)
      // Nothing waits between reading and writing, so that no change of this page gets lost.
      inMemory.set(String(key), makeNext(latest(key, stored)))
    } else if (inMemory.get(String(key)) === known) inMemory.delete(String(key))
  }

  return {
    async read(kind: Kind, id?: string): Promise<unknown> {
      const key = keyOf(kind, id)
      const stored = await readStored(key)
      return latest(key, stored)
    },
    change,
    write: (kind: Kind, id: string, value: unknown) => change(kind, id, () => value),
    async remove(kind: Kind, id: string) {
      const key = keyOf(kind, id)
      inMemory.delete(String(key))
      await inDatabase((store) => del(key, store), undefined)
    },
    /** All values of a kind, by their ids. */
    async list(kind: Kind): Promise<[id: string, value: unknown][]> {
      const stored = await inDatabase((store) => entries<Key, unknown>(store), [])
      const named = stored.map(([key, value]): [string, unknown] => [String(key), value])
      const prefix = String(keyOf(kind))
      return [...new Map([...named, ...inMemory])].flatMap(([name, value]): [string, unknown][] =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
      )
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
  const stored = await inDatabase((store) => keys<Key>(store), [])
  const names = new Set([...stored.map(String), ...inMemory.keys()])
  return [...names].flatMap((name) => {
    const [memberId = '', each] = name.split(',')
    return each === kind ? [memberId] : []
  })
}

/** Deletes everything, for every member. */
export async function clearChatStore() {
  inMemory.clear()
  await inDatabase(clear, undefined)
}

function latest(key: Key, stored: unknown) {
  return inMemory.has(String(key)) ? inMemory.get(String(key)) : stored
}

/** Works on the browser's database. Returns `otherwise` where that fails. */
async function inDatabase<Result>(work: (store: UseStore) => Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    opened ??= createStore(DATABASE, 'values')
    return await work(opened)
  } catch {
    return otherwise
  }
}
