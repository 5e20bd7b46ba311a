import { randomBytes } from 'node:crypto'
import { giveConsent } from '#server/features/accounts/consents.ts'
import { createAccount } from '#server/features/accounts/service.ts'
import { hashPassword } from '#server/features/accounts/recovery/passwords.ts'
import { grant, startPremium } from '#server/features/credits/service.ts'
import { insertPhoto, preparePhoto, type PreparedPhoto } from '#server/features/profiles/photos.ts'
import { verifyPhotos } from '#server/features/profiles/verification-review.ts'
import { createProfile, editProfile } from '#server/features/profiles/service.ts'
import { backdateActivity } from '#server/features/search/service.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { ProfileChoices } from '#contract/profiles/profile-field-schemas.ts'
import { mapChoices } from '#contract/profiles/profile-fields.ts'
import { DAY } from '#contract/time.ts'
import { createRng } from './random.ts'
import { DEMO_CREDITS, demoAccounts, isDemoAccount } from './accounts.ts'
import { idleTimes } from './activity.ts'
import { inOrderOfCreation } from './order.ts'
import { createPerson, portraitPerson, type DemoPerson } from './people.ts'
import { renderPortrait, type Portrait } from './portraits.ts'
import { inParallel, type FillOptions } from './in-parallel.ts'

export const DEMO_DOMAIN = '@demo.example'
/** Credits of every other demo member. */
const MEMBER_CREDITS = 200
/** Longer than the oldest of their conversations. */
const DEMO_ACCOUNT_AGE_MS = 2 * DAY
const PORTRAIT_ATTEMPTS = 5
const temporaryErrors: ReadonlySet<ErrorCode> = new Set(['profiles.photo_failed', 'request.busy'])

interface CreateMembersOptions extends FillOptions {
  people: DemoPerson[]
  /** Argon2id hash of the password of the demo accounts. Logging in as another demo member is impossible. */
  demoPassword: string
}

/** Returns all demo members in order of creation: the demo accounts, those seen first, and the rest. */
export function demoPeople({ clock }: Pick<AppContext, 'clock'>, { members }: { members: number }): DemoPerson[] {
  const year = clock.now().getUTCFullYear()
  const others = Array.from({ length: Math.max(0, members - demoAccounts.length) }, (_, index) =>
    createPerson(index, { year }),
  )
  return [
    ...demoAccounts.map((account) => ({ ...account, birthDate: `${year - account.age - 1}-12-24` })),
    ...inOrderOfCreation(others),
  ]
}

/** Creates the missing ones of these members, each as soon as its portraits are stored. */
export async function createMembers(context: AppContext, { people, demoPassword, ...options }: CreateMembersOptions) {
  const existing = await findExistingEmails(context)
  const missing = people.filter(({ email }) => !existing.has(email))
  if (missing.length === 0) return
  // Of all of them, so that a start that continues deals the same times.
  const idleMs = idleTimes(people)
  const unusablePassword = await hashPassword(randomBytes(32).toString('base64url'))

  await inParallel(missing, { step: 'Creating demo members', ...options }, async (person) => {
    const passwordHash = isDemoAccount(person) ? demoPassword : unusablePassword
    const photos = await Promise.all(
      person.photos.map((_, variant) => createPortrait(context, { person: portraitPerson(person), variant })),
    )
    await createMember(context, { person, photos, passwordHash, idleMs: idleMs.get(person.email) ?? 0 })
  })
}

async function findExistingEmails({ db }: Pick<AppContext, 'db'>) {
  const rows = await db.selectFrom('users').select('email').where('email', 'like', `%${DEMO_DOMAIN}`).execute()
  return new Set(rows.map(({ email }) => email))
}

/** Renders a portrait and processes it like an upload. */
async function createPortrait(context: AppContext, portrait: Portrait) {
  return preparePortrait(context, await renderPortrait(portrait))
}

/**
 * Prepares a portrait, again when the image process was lost or took too long, as on a busy machine: these
 * images are known to be good.
 */
async function preparePortrait(context: AppContext, source: Uint8Array) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await preparePhoto(context, { source, isKnownGood: true })
    } catch (error) {
      const isTemporary = error instanceof AppError && temporaryErrors.has(error.code)
      if (!isTemporary || attempt === PORTRAIT_ATTEMPTS) throw error
    }
  }
}

interface NewMember {
  person: DemoPerson
  photos: PreparedPhoto[]
  passwordHash: string
  /** Time since the last activity. */
  idleMs: number
}

function createMember(context: AppContext, { person, photos, passwordHash, idleMs }: NewMember) {
  const { clock } = context
  const site = context.sites.of('localhost')
  const now = clock.now()
  const { email, name, gender, lookingFor, birthDate, language, isPremium, isFictional } = person
  const { country, region, city, about, answers, interests } = person
  return context.transaction(async (tx) => {
    // Who logs in with a demo account is no newcomer, whose discount would end while the demo is shown.
    const createdAt = isDemoAccount(person) ? new Date(now.getTime() - DEMO_ACCOUNT_AGE_MS) : now
    const account = { siteId: site.id, email, passwordHash, language, confirmedAt: now, createdAt }
    const userId = await createAccount(context, tx, account)
    // A demo account meets no question that the other members were not asked.
    await giveConsent(context, tx, { userId, language, version: site.settings.consent_version })
    const place = { country, region, city }
    const profile = { userId, name, gender, lookingFor, birthDate, isFictional, ...place }
    await createProfile(context, tx, { settings: site.settings, ...profile })
    const choices = mapChoices<ProfileChoices>((choice) => person[choice])
    const edit = { ...place, lookingFor, about, answers, interests, ...choices }
    await editProfile(context, tx, { userId, settings: site.settings, edit })
    if (isPremium) await startPremium({ tx, clock }, { userId })
    const amount = isDemoAccount(person) ? DEMO_CREDITS : MEMBER_CREDITS
    // Before their first message, which is older than this moment: a statement is in order of time.
    await grant({ tx, clock: { now: () => createdAt } }, { userId, kind: 'demo', ref: 'start', amount })
    const photoIds: string[] = []
    for (const [variant, photo] of photos.entries()) {
      const visibility = person.photos[variant] ?? 'private'
      const added = await insertPhoto(context, tx, { userId, photo, visibility, isReviewed: false })
      if (visibility === 'public') photoIds.push(added.id)
    }
    if (isVerified(person) && photoIds.length > 0) await verifyPhotos(tx, { userId, photoIds, at: now })
    // A new member counts as just active, which must not be true of all demo members.
    await backdateActivity({ tx }, { userId, at: new Date(now.getTime() - idleMs) })
  })
}

/** Returns whether the photos of a member are verified: of four in ten, and of no fictional profile. */
function isVerified({ email, isFictional }: DemoPerson) {
  return !isFictional && createRng(`verified ${email}`).isTrue(0.4)
}
