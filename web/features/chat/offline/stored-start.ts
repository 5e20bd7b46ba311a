import { deviceStorage } from '#web/api/safe-storage.ts'
import { sessionEndedAt } from '#web/features/accounts/stored-data.ts'
import { chatStore, membersWith } from './chat-store.ts'
import { placeOf } from './stored-lists.ts'

/** Part of the query cache, as pages carry it (`web/api/server-state.tsx`). */
export type StartEntry = [key: readonly unknown[], data: unknown, updatedAt: number]

/** Raised when the form of what is stored changes, so that what an earlier version stored is not shown. */
const VERSION = 1

interface StoredStart {
  version: number
  storedAt: number
  entries: StartEntry[]
}

/** When a session last ended, as of the first use. */
let endedAt: ReturnType<typeof sessionEndedAt> | undefined

/** Stores what the pages that start without a connection show. */
export async function storeStart(memberId: string, entries: StartEntry[]) {
  endedAt ??= sessionEndedAt() ?? ''
  const start = { version: VERSION, storedAt: Date.now() }
  await chatStore(memberId).change('start', '', (before) => ({ ...start, entries: mergeEntries(before, entries) }))
  // A session has ended meanwhile: nothing was stored.
  if (!Object.is(endedAt, sessionEndedAt() ?? '')) return
  // Read by `web/features/accounts/stored-data.ts`.
  deviceStorage.setItem('chat-stored', '1')
}

/** Adds what an earlier page has stored and this one has not loaded. */
function mergeEntries(before: unknown, entries: StartEntry[]) {
  const places = new Set(entries.map(([key]) => placeOf(key)))
  const others = isStart(before) ? before.entries.filter(([key]) => !places.has(placeOf(key))) : []
  return [...entries, ...others]
}

/** Returns what was stored last on this device, and the member whose it is. */
export async function readStart() {
  const starts = await Promise.all(
    (await membersWith('start')).map(async (memberId) => ({
      memberId,
      start: await chatStore(memberId).read('start'),
    })),
  )
  const [latest] = starts
    .flatMap(({ memberId, start }) => (isStart(start) ? [{ memberId, ...start }] : []))
    .toSorted((a, b) => b.storedAt - a.storedAt)
  return latest ?? null
}

function isStart(value: unknown): value is StoredStart {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === VERSION
}
