/** The end of the queue of each name, where the browser has no locks. */
const queues = new Map<string, Promise<unknown>>()

/** Runs a task while no other task of the same name runs, in this tab or in another tab of the site. */
export async function exclusively(name: string, task: () => Promise<void>) {
  // Browsers offer locks to secure pages only. Client ids keep what two tabs send harmless without them.
  if (typeof navigator !== 'undefined' && 'locks' in navigator) return navigator.locks.request(name, task)
  const turn = (queues.get(name) ?? Promise.resolve()).then(task)
  queues.set(
    name,
    turn.catch(() => {}),
  )
  return turn
}
