import type { Context } from '#server/platform/context.ts'
import { recordAct, type Act } from './record.ts'

/**
 * Runs a command of another slice, and records the act in the transaction of the command: one does not happen
 * without the other. `act` gets what the command returns, and returns null when nothing was done.
 */
export async function withAct<Deps extends Pick<Context, 'db' | 'transaction'>, Result>(
  context: Deps,
  run: (inside: Deps) => Promise<Result>,
  act: Act | ((result: Result) => Act | null),
): Promise<Result> {
  return context.transaction(async (tx) => {
    // All on one connection: a command that waited for a second one could wait for ever.
    const inside: Deps = { ...context, db: tx, transaction: (command) => command(tx) }
    const result = await run(inside)
    const done = typeof act === 'function' ? act(result) : act
    if (done) await recordAct(tx, done)
    return result
  })
}
