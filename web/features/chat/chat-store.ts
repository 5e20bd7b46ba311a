import { clear, createStore, del, delMany, entries, get, keys, set, update, type UseStore } from 'idb-keyval'

/** Name of the browser's database, which a log-out deletes (`web/features/accounts/session.ts`). */
const DATABASE = 'chat'

type Kind = 'outbox' | 'draft' | 'conversation'
type Key = [memberId: string, kind: Kind, id: string]

let opened: UseStore | undefined

/** Values of this page where the browser stores nothing, as some private windows do. */
const inMemory = new Map<string, unknown>()

/**
 * What a member's chat keeps on the device: drafts, unsent messages, and conversations to be read without a connection. Where
 * the browser's database fails, it holds until the page is left.
 */
export function chatStore(memberId: string) {
  const keyOf = (kind: Kind, id = ''): Key => [memberId, kind, id]
  return {
    async read(kind: Kind, id?: string): Promise<unknown> {
      const key = keyOf(kind, id)
      return stored(
        (store) => get<unknown>(key, store),
        () => inMemory.get(String(key)),
      )
    },
    async write(kind: Kind, id: string, value: unknown) {
      const key = keyOf(kind, id)
      await stored(
        (store) => set(key, value, store),
        () => void inMemory.set(String(key), value),
      )
    },
    /** Changes a value in one step, also against other tabs. */
    async change(kind: Kind, id: string, change: (value: unknown) => unknown) {
      const key = keyOf(kind, id)
      await stored(
        (store) => update<unknown>(key, change, store),
        () => void inMemory.set(String(key), change(inMemory.get(String(key)))),
      )
    },
    async remove(kind: Kind, id: string) {
      const key = keyOf(kind, id)
      await stored(
        (store) => del(key, store),
        () => void inMemory.delete(String(key)),
      )
    },
    /** All values of a kind, by their ids. */
    async list(kind: Kind): Promise<[id: string, value: unknown][]> {
      const isWanted = ([owner, each]: Key) => owner === memberId && each === kind
      return stored(
        async (store) =>
          (await entries<Key, unknown>(store))
            .filter(([key]) => isWanted(key))
            .map(([[, , id], value]): [string, unknown] => [id, value]),
        () =>
          [...inMemory].flatMap(([key, value]) => {
            const [owner, each, id = ''] = key.split(',')
            return owner === memberId && each === kind ? [[id, value] as [string, unknown]] : []
          }),
      )
    },
    /** Deletes what another member left on this device. */
    async forgetOthers() {
      await stored(
        async (store) =>
          delMany(
            (await keys<Key>(store)).filter(([owner]) => owner !== memberId),
            store,
          ),
        () => {},
      )
    },
  }
}

export type ChatStore = ReturnType<typeof chatStore>

/** Deletes everything, for every member. */
export async function clearChatStore() {
  inMemory.clear()
  await stored(clear, () => {})
}

async function stored<Result>(work: (store: UseStore) => Promise<Result>, otherwise: () => Result): Promise<Result> {
  try {
    opened ??= createStore(DATABASE, 'values')
    return await work(opened)
  } catch {
    return otherwise()
  }
}
