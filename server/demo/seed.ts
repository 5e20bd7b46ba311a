import { createHmac } from 'node:crypto'
import { hashPassword } from '#server/features/accounts/passwords.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import type { AppContext } from '#server/context.ts'
import type { OnProgress } from '#server/platform/progress.ts'
import { fillLikes } from './likes.ts'
import { createMembers } from './members.ts'
import { demoAccounts } from './accounts.ts'
import { fillConversations } from './conversations.ts'
import { markDemoData } from './demo-data.ts'

const FICTIONAL_ICON = '✱'

interface SeedOptions {
  members: number
  onProgress: OnProgress
  /** Stops seeding early; the next start continues where it stopped. */
  signal: AbortSignal
}

/**
 * Seeds a demo site with members and their portraits, likes and conversations. Everything is created by the services
 * that serve real members. Each step can be interrupted, because repeating a step creates only what is missing.
 */
export async function seedDemo(context: AppContext, { members, onProgress, signal }: SeedOptions) {
  await markDemoData(context)
  await showFictionalIcon(context)
  const done = await findDoneSteps(context)
  const steps = {
    members: async () =>
      createMembers(context, {
        members,
        demoPassword: await hashPassword(demoPassword(context)),
        onProgress,
        signal,
      }),
    likes: () => fillLikes(context, { onProgress, signal }),
    conversations: () => fillConversations(context, { onProgress, signal }),
  }
  for (const [step, fill] of Object.entries(steps)) {
    if ((done.get(step) ?? -1) >= members) continue
    await fill()
    signal.throwIfAborted()
    await recordStep(context, { step, n: members })
  }
}

/** Turns on the icon of fictional profiles, of which the demo has a few (PRO-13). */
async function showFictionalIcon(context: AppContext) {
  const { id, settings } = context.sites.of('localhost')
  if (settings.fictional_icon === '')
    await changeSettings(context, { siteId: id, settings: { fictional_icon: FICTIONAL_ICON } })
}

/** Returns the log-ins of the demo accounts. */
export async function demoLogins(context: Pick<AppContext, 'config'>) {
  return demoAccounts.map(({ email }) => ({ email, password: demoPassword(context) }))
}

/**
 * Derives the password from the installation's secret, so that it cannot be known from the source code. The label is
 * part of stored passwords: another one would lock the demo accounts of existing installations.
 */
function demoPassword({ config }: Pick<AppContext, 'config'>) {
  return createHmac('sha256', config.secret).update('demo guests').digest('base64url').slice(0, 14)
}

async function findDoneSteps({ db }: Pick<AppContext, 'db'>) {
  const rows = await db.selectFrom('demoSteps').select(['step', 'n']).execute()
  return new Map(rows.map(({ step, n }) => [step, n]))
}

async function recordStep({ db, clock }: Pick<AppContext, 'db' | 'clock'>, { step, n }: { step: string; n: number }) {
  const doneAt = clock.now()
  await db
    .insertInto('demoSteps')
    .values({ step, n, doneAt })
    .onConflict((conflict) => conflict.column('step').doUpdateSet({ n, doneAt }))
    .execute()
}
