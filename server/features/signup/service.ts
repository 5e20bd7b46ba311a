import { textLanguage } from '#contract/languages.ts'
import { SIGNUP_REPEAT_MS } from '#contract/limits.ts'
import { isSignupOpen, minimumAge, youngestAge } from '#contract/settings/site-rules.ts'
import type { TrafficSource } from '#contract/settings/value-schemas.ts'
import type { SignupAccount, SignupForm } from '#contract/signup/schemas.ts'
import { countConfirmationMail, sendActivation } from '#server/features/accounts/email/activation.ts'
import { assertConsentVersion, giveConsent } from '#server/features/accounts/consents.ts'
import { logIn } from '#server/features/accounts/login/login.ts'
import { hashPassword } from '#server/features/accounts/recovery/passwords.ts'
import {
  assertEmailFree,
  assertPassword,
  createAccount,
  findOwner,
  isNewAccount,
  startSession,
} from '#server/features/accounts/service.ts'
import type { Device } from '#server/features/accounts/login/user-agent.ts'
import { attributeSignup } from '#server/features/landers/service.ts'
import { insertPhoto, preparePhoto } from '#server/features/profiles/photos.ts'
import { assertBirthDate, assertName, assertPlace, createProfile } from '#server/features/profiles/service.ts'
import type { Site } from '#server/features/settings/service.ts'
import { isCampaign } from '#server/features/settings/traffic-source.ts'
import type { AppContext } from '#server/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { newPublicId } from '#server/platform/ids.ts'
import type { ImageSource } from '#server/platform/images/images.ts'
import { signupFinished } from './events.ts'

interface CheckInput {
  site: Site
  /** Traffic data of the visitor's link, of whatever network. */
  source: TrafficSource | null
  account: SignupAccount
}

type Assertion = () => void | Promise<void>

/**
 * Checks the given fields of a sign-up and creates nothing. Reports all invalid fields at once (SIGN-4).
 * @throws AppError `signup.closed`; at fields `accounts.email_taken`, `accounts.password_too_common`,
 * `profiles.name_not_allowed`, `profiles.birth_date_invalid`, `profiles.too_young` with `{min_age}`
 */
export async function checkSignup(
  context: Pick<AppContext, 'db' | 'clock' | 'sites'>,
  { site, source, account }: CheckInput,
) {
  assertOpen({ site, source })
  // The country comes in a later step; no one is rejected here who could sign up in one of them.
  await assertAll(accountChecks(context, { site, account, minimumAge: youngestAge(site.settings) }))
}

interface SignUpInput {
  site: Site
  source: TrafficSource | null
  form: SignupForm
  /** The photo, if the form has one. */
  photo: ImageSource | null
  ip: string
  /** Hash of the token in the device's cookie, if it has one. */
  deviceHash: Buffer | null
  device: Device
}

/**
 * Creates account, profile and photo together or not at all (SIGN-2), starts a session and mails the
 * activation link. Returns the member and the session's token, or null where the site hides which addresses
 * have an account: the mail is the only answer.
 * @throws AppError as `checkSignup`, and `accounts.mail_limit`, `profiles.region_unknown`,
 * `accounts.consent_outdated` at `consent`, `profiles.photo_*` at `photo`
 */
export async function signUp(context: AppContext, input: SignUpInput) {
  assertOpen(input)
  if (input.site.settings.hide_account_existence) {
    await signUpHidden(context, input)
    return null
  }
  try {
    return await createMember(context, input)
  } catch (error) {
    const repeated = isEmailTaken(error) ? await repeatedSignup(context, input) : null
    if (repeated) return repeated
    throw error
  }
}

/**
 * Signs up without revealing whether the address has an account (ACC-25). A taken address causes the same
 * work, for an address of no one, which is rolled back; a mail to the owner or to no one is requested.
 */
async function signUpHidden(context: AppContext, input: SignUpInput) {
  const { db, mail } = context
  const { isTaken, ownerId } = await findOwner(context, input.form.email)
  try {
    await createMember(context, input, { isDecoy: isTaken })
    await mail.send(db, { template: 'addressTaken', userId: 0 })
  } catch (error) {
    if (!isEmailTaken(error)) throw error
    // A sign-up at the same time has the address by now, if there was no owner before.
    const owner = isTaken ? ownerId : (await findOwner(context, input.form.email)).ownerId
    await mail.send(db, { template: 'addressTaken', userId: owner ?? 0 })
  }
}

/** `isDecoy`: does all the work, then fails as for a taken address. */
async function createMember(
  context: AppContext,
  { site, source, form, photo: image, device }: SignUpInput,
  { isDecoy = false }: { isDecoy?: boolean } = {},
) {
  const { settings } = site
  await assertAll([
    ...accountChecks(context, { site, account: form, minimumAge: minimumAge(settings, form.country) }),
    () => assertPlace(settings, form),
    () => assertConsentVersion(settings, form.consentVersion),
  ])
  await countConfirmationMail(context, { email: form.email })
  // Both are slow, so they run before the transaction.
  const passwordHash = await hashPassword(form.password)
  const photo = image ? await atField('photo', () => preparePhoto(context, { source: image })) : null
  try {
    return await context.transaction(async (tx) => {
      const { language } = form
      const email = isDecoy ? `${newPublicId()}@decoy.invalid` : form.email
      const userId = await createAccount(context, tx, { siteId: site.id, email, passwordHash, language })
      await giveConsent(context, tx, { userId, language: textLanguage(language), version: form.consentVersion })
      await createProfile(context, tx, { settings, userId, ...profileOf(form) })
      const isReviewed = settings.review_photos
      if (photo) await insertPhoto(context, tx, { userId, photo, visibility: 'public', isReviewed })
      if (source) await attributeSignup(context, tx, { userId, source })
      await sendActivation(context, tx, { userId })
      await emit(tx, signupFinished, { userId, siteId: site.id })
      const token = await startSession(context, tx, userId, device)
      if (isDecoy) throw fieldError('email', 'accounts.email_taken')
      return { userId, token }
    })
  } catch (error) {
    // After any other error the transaction may have committed, for instance when the connection broke. Then
    // the files stay, and a job deletes them if no photo uses them.
    if (error instanceof AppError) await photo?.discard()
    throw error
  }
}

function assertOpen({ site, source }: Pick<CheckInput, 'site' | 'source'>) {
  if (!isSignupOpen(site.settings, { hasTrafficSource: isCampaign(site.settings, source) }))
    throw new AppError('signup.closed')
}

function accountChecks(
  context: Pick<AppContext, 'db' | 'clock' | 'sites'>,
  { site, account, minimumAge: min }: Omit<CheckInput, 'source'> & { minimumAge: number },
): Assertion[] {
  const { email, password, name, birthDate } = account
  const personalTexts = [name, email, site.settings.name].filter((text) => text !== undefined)
  return [
    email !== undefined && !site.settings.hide_account_existence && (() => assertEmailFree(context, { email })),
    password !== undefined && (() => assertPassword({ password, personalTexts })),
    name !== undefined && (() => assertName(context, name)),
    birthDate !== undefined && (() => assertBirthDate({ birthDate, now: context.clock.now(), minimumAge: min })),
  ].filter((check) => check !== false)
}

/** Runs all assertions and throws one error with the invalid fields of all that failed, in their order. */
async function assertAll(assertions: Assertion[]) {
  const results = await Promise.allSettled(assertions.map(async (assertion) => assertion()))
  const reasons: unknown[] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  const rejections = reasons.filter((reason) => reason instanceof AppError)
  if (rejections.length < reasons.length) throw reasons.find((reason) => !(reason instanceof AppError))
  const [first] = rejections
  if (!first) return
  const fields = Object.assign({}, ...rejections.map((rejection) => rejection.fields)) as AppError['fields']
  throw new AppError(first.code, { ...(first.params && { params: first.params }), ...(fields && { fields }) })
}

/** Runs a function and reports an error of it at a field of the form. */
async function atField<Result>(field: string, run: () => Promise<Result>) {
  try {
    return await run()
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw fieldError(field, error.code, error.params)
    throw error
  }
}

/**
 * Logs in when the form repeats a sign-up whose reply was lost: the same email and password within a short
 * time (SIGN-3). Returns null otherwise. Attempts with a wrong password count as at the log-in.
 */
async function repeatedSignup(context: AppContext, { form, ip, deviceHash, device }: SignUpInput) {
  const { email, password } = form
  if (!(await isNewAccount(context, { email, ms: SIGNUP_REPEAT_MS }))) return null
  try {
    const login = { email, password, hidesAccounts: false, ip, deviceHash, device, isSignup: true }
    const outcome = await logIn(context, login)
    return 'token' in outcome ? outcome : null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Returns whether the taken email is the only fault: a form that was accepted before has no other. */
function isEmailTaken(error: unknown) {
  if (!(error instanceof AppError) || error.code !== 'accounts.email_taken') return false
  return Object.keys(error.fields ?? {}).length === 1
}

function profileOf({ name, gender, lookingFor, birthDate, country, region, city }: SignupForm) {
  return { name, gender, lookingFor, birthDate, country, region, city }
}
