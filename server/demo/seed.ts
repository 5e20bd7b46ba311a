import { createHmac } from 'node:crypto'
import { hashPassword } from '#server/features/accounts/recovery/passwords.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import type { AppContext } from '#server/context.ts'
import { fillLikes } from './likes.ts'
import { createMembers, demoPeople } from './members.ts'
import { demoAccounts } from './accounts.ts'
import type { DemoPerson } from './people.ts'
import type { FillOptions } from './in-parallel.ts'
import { fillConversations } from './conversations.ts'
import { markDemoData } from './demo-data.ts'

const FICTIONAL_ICON = '✱'

/** Demo members that exist before the site answers: several pages of search results for the demo accounts. */
const FIRST_MEMBERS = 120

interface SeedOptions extends FillOptions {
  /** All demo members of the site. */
  members: number
  /** Those of them that exist before the site answers; tests need fewer. */
  firstMembers?: number
}

/**
 * Seeds what the first pages show: the demo accounts and the members that they find first, with portraits,
 * likes and conversations, by the services of real members. Steps can be interrupted: repeating one creates
 * what is missing. Returns whether `seedRest` has anything to do.
 */
export async function seedFirst(
  context: AppContext,
  { members, firstMembers = FIRST_MEMBERS, ...options }: SeedOptions,
) {
  await markDemoData(context)
  await showFictionalIcon(context)
  const all = demoPeople(context, { members })
  if (await isDone(context, { step: 'conversations', members })) return false
  await seedGroup(context, { people: all.slice(0, firstMembers), members, prefix: 'first_', ...options })
  return all.length > firstMembers
}

/** Seeds the other demo members, gently: the site serves requests meanwhile. */
export async function seedRest(
  context: AppContext,
  { members, firstMembers = FIRST_MEMBERS, ...options }: SeedOptions,
) {
  const all = demoPeople(context, { members })
  await seedGroup(context, { people: all.slice(firstMembers), members, prefix: '', isGentle: true, ...options })
}

interface Group extends SeedOptions {
  people: DemoPerson[]
  /** Of the names of its steps in the database. */
  prefix: string
}

async function seedGroup(context: AppContext, { people, members, prefix, ...options }: Group) {
  const emails = new Set(people.map(({ email }) => email))
  const steps = {
    members: async () =>
      createMembers(context, { people, demoPassword: await hashPassword(demoPassword(context)), ...options }),
    likes: () => fillLikes(context, { emails, ...options }),
    conversations: () => fillConversations(context, { emails, ...options }),
  }
  for (const [name, fill] of Object.entries(steps)) {
    const step = prefix + name
    if (await isDone(context, { step, members })) continue
    await fill()
    options.signal.throwIfAborted()
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
 * Derives the password from the installation's secret, so that it cannot be known from the source code. The
 * label is part of stored passwords: another one would lock the demo accounts of existing installations.
 */
function demoPassword({ config }: Pick<AppContext, 'config'>) {
  return createHmac('sha256', config.secret).update('demo guests').digest('base64url').slice(0, 14)
}

/** Returns whether a step has been completed for so many demo members. */
async function isDone({ db }: Pick<AppContext, 'db'>, { step, members }: { step: string; members: number }) {
  const row = await db.selectFrom('demoSteps').select('n').where('step', '=', step).executeTakeFirst()
  return row !== undefined && row.n >= members
}

async function recordStep({ db, clock }: Pick<AppContext, 'db' | 'clock'>, { step, n }: { step: string; n: number }) {
  const doneAt = clock.now()
  await db
    .insertInto('demoSteps')
    .values({ step, n, doneAt })
    .onConflict((conflict) => conflict.column('step').doUpdateSet({ n, doneAt }))
    .execute()
}
