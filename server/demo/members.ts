import { randomBytes } from 'node:crypto'
import { giveConsent } from '#server/features/accounts/consents.ts'
import { createAccount } from '#server/features/accounts/service.ts'
import { hashPassword } from '#server/features/accounts/passwords.ts'
import { grant, startPremium } from '#server/features/credits/service.ts'
import { insertPhoto, preparePhoto, type PreparedPhoto } from '#server/features/profiles/photos.ts'
import { createProfile, editProfile } from '#server/features/profiles/service.ts'
import { backdateActivity } from '#server/features/search/service.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { OnProgress } from '#server/platform/progress.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ONLINE_MS } from '#contract/limits.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { createRng } from './random.ts'
import { DEMO_CREDITS, demoAccounts, isDemoAccount } from './accounts.ts'
import { ageOfFace, createPerson, type DemoPerson } from './people.ts'
import { renderPortrait } from './portraits.ts'
import { inParallel } from './in-parallel.ts'

export const DEMO_DOMAIN = '@demo.example'
/** Credits of every other demo member. */
const MEMBER_CREDITS = 200
/** Demo members were active within about this time. */
const LONGEST_IDLE_MS = 30 * DAY
/** Longer than the oldest of their conversations. */
const DEMO_ACCOUNT_AGE_MS = 2 * DAY
const PORTRAIT_ATTEMPTS = 5
const temporaryErrors: ReadonlySet<ErrorCode> = new Set(['profiles.photo_failed', 'request.busy'])

interface CreateMembersOptions {
  members: number
  /** Argon2id hash of the password of the demo accounts. Logging in as another demo member is impossible. */
  demoPassword: string
  onProgress: OnProgress
  signal: AbortSignal
}

/** Creates the missing demo members, the demo accounts first. */
export async function createMembers(
  context: AppContext,
  { members, demoPassword, onProgress, signal }: CreateMembersOptions,
) {
  const year = context.clock.now().getUTCFullYear()
  const people = [
    ...demoAccounts.map(({ age, ...demoAccount }) => ({ ...demoAccount, birthDate: `${year - age - 1}-12-24` })),
    ...Array.from({ length: Math.max(0, members - demoAccounts.length) }, (_, index) => createPerson(index, { year })),
  ]
  const existing = await findExistingEmails(context)
  const missing = people.filter(({ email }) => !existing.has(email))
  const portraits = await createPortraits(context, { people: missing, onProgress, signal })
  const unusablePassword = await hashPassword(randomBytes(32).toString('base64url'))

  await inParallel(missing, { step: 'Creating members', onProgress, signal }, async (person) => {
    const passwordHash = isDemoAccount(person) ? demoPassword : unusablePassword
    await createMember(context, { person, portraits, passwordHash })
  })
}

async function findExistingEmails({ db }: Pick<AppContext, 'db'>) {
  const rows = await db.selectFrom('users').select('email').where('email', 'like', `%${DEMO_DOMAIN}`).execute()
  return new Set(rows.map(({ email }) => email))
}

type Portraits = Map<string, PreparedPhoto>

const portraitKey = ({ gender, face }: Pick<DemoPerson, 'gender' | 'face'>, variant: number) =>
  `${gender} ${face} ${variant}`

/**
 * Renders the portraits of these people and processes them like uploads. There are fewer faces than members: people in
 * different countries share a face and its files.
 */
async function createPortraits(
  context: AppContext,
  { people, onProgress, signal }: { people: DemoPerson[]; onProgress: OnProgress; signal: AbortSignal },
): Promise<Portraits> {
  const missingPortraits = new Map(
    people.flatMap(({ gender, face, photos }) =>
      photos.map((_, variant) => [portraitKey({ gender, face }, variant), { gender, face, variant }] as const),
    ),
  )
  const portraits: Portraits = new Map()
  await inParallel(
    [...missingPortraits],
    { step: 'Rendering portraits', onProgress, signal },
    async ([key, portrait]) => {
      const { gender, face, variant } = portrait
      const person = { seed: `${gender} ${face}`, gender, age: ageOfFace(face) }
      portraits.set(key, await preparePortrait(context, await renderPortrait({ person, variant })))
    },
  )
  return portraits
}

/**
 * Prepares a portrait, again when the image process was lost or took too long, as on a machine that is busy with other
 * work: these images are known to be good.
 */
async function preparePortrait(context: AppContext, source: Uint8Array) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await preparePhoto(context, { source })
    } catch (error) {
      const isTemporary = error instanceof AppError && temporaryErrors.has(error.code)
      if (!isTemporary || attempt === PORTRAIT_ATTEMPTS) throw error
    }
  }
}

interface NewMember {
  person: DemoPerson
  portraits: Portraits
  passwordHash: string
}

function createMember(context: AppContext, { person, portraits, passwordHash }: NewMember) {
  const { clock } = context
  const site = context.sites.of('localhost')
  const now = clock.now()
  const { email, name, gender, lookingFor, birthDate, language, isPremium, isFictional, photos } = person
  const { country, region, city, about, interests } = person
  const { relationship, sexuality, bodyType, hairColour, eyeColour, tattoos, reason } = person
  return context.transaction(async (tx) => {
    // Who logs in with a demo account is no newcomer, whose discount would end while the demo is shown.
    const createdAt = isDemoAccount(person) ? new Date(now.getTime() - DEMO_ACCOUNT_AGE_MS) : now
    const account = { siteId: site.id, email, passwordHash, language, confirmedAt: now, createdAt }
    const userId = await createAccount(context, tx, account)
    // A demo account meets no question that the other members were not asked.
    await giveConsent(context, tx, { userId, language })
    const place = { country, region, city }
    const profile = { userId, name, gender, lookingFor, birthDate, isFictional, ...place }
    await createProfile(context, tx, { settings: site.settings, ...profile })
    const choices = { relationship, sexuality, bodyType, hairColour, eyeColour, tattoos, reason }
    const edit = { ...place, lookingFor, about, interests, ...choices }
    await editProfile(context, tx, { userId, settings: site.settings, edit })
    if (isPremium) await startPremium({ tx, clock }, { userId })
    const amount = isDemoAccount(person) ? DEMO_CREDITS : MEMBER_CREDITS
    // Before their first message, which is older than this moment: a statement is in order of time.
    await grant({ tx, clock: { now: () => createdAt } }, { userId, kind: 'demo', ref: 'start', amount })
    for (const [variant, visibility] of photos.entries()) {
      const photo = portraits.get(portraitKey(person, variant))
      if (photo) await insertPhoto(context, tx, { userId, photo, visibility, isReviewed: false })
    }
    // A new member counts as just active, which must not be true of all demo members.
    await backdateActivity({ tx }, { userId, at: new Date(now.getTime() - idleMsOf(person)) })
  })
}

/** Returns the time since a member's last activity, in ms: a few are online, most were active in the last days. */
function idleMsOf({ email }: DemoPerson) {
  if (isDemoAccount({ email })) return 0
  const rng = createRng(`silence ${email}`)
  if (rng.isTrue(0.08)) return rng.between(0, ONLINE_MS - MINUTE)
  return rng.between(0, 1) ** 3 * LONGEST_IDLE_MS + ONLINE_MS + MINUTE
}
