import type { Email } from '#contract/emails.ts'
import { DORMANT_DAYS, DORMANT_NIGHTS, DORMANT_PER_NIGHT } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import { transactions } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { mailLocale } from '#server/features/accounts/rules.ts'
import { saveDeletion, savePause } from './deletion.ts'
import * as queries from './dormancy-queries.ts'

type Deps = Pick<AppContext, 'database' | 'events' | 'clock' | 'log' | 'mail'>

/**
 * Hides the accounts that were not used for long, and notifies their members; those that were not used as
 * long again after that are deleted as by their members (ACC-33). Each account has its own transaction, so a
 * run that is killed leaves every one with its mail or untouched. A failure is logged and does not stop the
 * others.
 */
export async function handleDormant(
  { database, ...deps }: Deps,
  {
    signal,
    perNight = DORMANT_PER_NIGHT,
    nights = DORMANT_NIGHTS,
  }: { signal: AbortSignal; perNight?: number; nights?: number },
) {
  const { clock, events, log } = deps
  const before = new Date(clock.now().getTime() - DORMANT_DAYS * DAY)
  // The selection reads the search rows of all members, too long for the statement timeout of a request.
  await database.runLong(async (db) => {
    const transaction = transactions({ db, events })
    const counts = { hidden: 0, deleted: 0, failed: 0 }
    const userIds = await queries.findDormant(db, { before, perNight, nights })
    for (const userId of userIds) {
      if (signal.aborted) break
      try {
        const outcome = await transaction((tx) => handleOne(deps, tx, { userId, before }))
        if (outcome) counts[outcome] += 1
      } catch (error) {
        counts.failed += 1
        log.error({ err: error }, 'dormant account not handled')
      }
    }
    if (userIds.length > 0) log.info(counts, 'dormant accounts handled')
  })
}

async function handleOne(
  { clock, mail }: Pick<Deps, 'clock' | 'mail'>,
  tx: Tx,
  { userId, before }: { userId: number; before: Date },
) {
  const account = await queries.lockDormant(tx, { userId, before })
  // The member has logged in since.
  if (!account) return null
  if (account.isNotified) {
    await saveDeletion({ clock, mail }, tx, { userId, isPaused: true, reason: 'dormant', remarks: '' })
    return 'deleted'
  }
  const at = clock.now()
  await savePause(tx, { userId, pause: { at, endsAt: null } })
  await queries.saveDormant(tx, { userId, at })
  await mail.send(tx, { template: 'dormant', userId })
  return 'hidden'
}

/** Builds the mail to a member whose account is hidden, when it is sent. Null if the member is back. */
export async function buildDormant(
  context: Pick<AppContext, 'config' | 'transaction' | 'sites'>,
  { userId }: { userId: number },
): Promise<Email | null> {
  const recipient = await context.transaction((tx) => queries.lockDormantRecipient(tx, userId))
  if (!recipient) return null
  const envelope = mailEnvelope(context, recipient)
  const until = new Date(recipient.dormantAt.getTime() + DORMANT_DAYS * DAY)
  return {
    template: 'dormant',
    ...envelope,
    props: {
      name: recipient.name,
      url: `${envelope.site.url}/login`,
      until: until.toISOString(),
      locale: mailLocale(recipient),
    },
  }
}
