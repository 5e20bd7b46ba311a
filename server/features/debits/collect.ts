import { dayOf } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { collectDebit } from '#server/features/payments/orders/collect-debit.ts'
import { DatabaseUnavailable } from '#server/platform/postgres/faults.ts'
import { openDetails } from './mandate-details.ts'
import * as queries from './queries.ts'

/** Debits that one run collects. */
const BATCH = 100
/** Failures in a row after which a run tries no more: the provider is down. */
const FAILURES = 3

type Deps = Pick<
  AppContext,
  'config' | 'db' | 'transaction' | 'clock' | 'mail' | 'jobs' | 'log' | 'providers' | 'sites'
>

/**
 * Has the providers collect every direct debit whose announced day has come. One that fails is tried again by
 * the next run, until its order ends. Source: PAY-12.
 */
export async function collectDue(context: Deps, signal: AbortSignal) {
  const { db, clock, log } = context
  const today = dayOf(clock.now())
  let failures = 0
  for (const debit of await queries.debitsToCollect(db, { today, limit: BATCH })) {
    signal.throwIfAborted()
    try {
      await collect(context, debit)
      failures = 0
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      log.warn({ err: error, orderId: debit.publicId }, 'direct debit could not be collected')
      failures += 1
    }
    if (failures === FAILURES) return
  }
}

type Debit = Awaited<ReturnType<typeof queries.debitsToCollect>>[number]

async function collect(context: Deps, { id, orderId, userId, ibanHash, reference, ...debit }: Debit) {
  const { config, db } = context
  const { holder, iban } = openDetails(config, { reference, details: debit.details })
  const { customerRef, token, signedAt } = debit
  await collectDebit(context, {
    orderId,
    mandate: { reference, holder, iban, signedAt },
    registered: customerRef === null || token === null ? null : { customerRef, token },
    saveRegistered: (registered) => queries.saveRegistered(db, { id, ...registered }),
    // Since the order was made a bank has taken another debit of this member or account back.
    isBlocked: await queries.hasReturnedDebit(db, { userId, ibanHash }),
  })
}
