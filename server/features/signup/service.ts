import { SIGNUP_REPEAT_MS } from '#contract/limits.ts'
import type { SignupAccount, SignupForm } from '#contract/signup.ts'
import { sendActivation } from '#server/features/accounts/activation.ts'
import { assertConsentVersion, giveConsent } from '#server/features/accounts/consents.ts'
import { hashPassword } from '#server/features/accounts/passwords.ts'
import {
  assertEmailFree,
  assertPassword,
  createAccount,
  isNewAccount,
  logIn,
  startSession,
} from '#server/features/accounts/service.ts'
import { insertPhoto, preparePhoto } from '#server/features/profiles/photos.ts'
import { assertBirthDate, assertPlace, createProfile } from '#server/features/profiles/service.ts'
import type { Site } from '#server/features/settings/service.ts'
import type { AppContext } from '#server/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { ImageSource } from '#server/platform/images/images.ts'
import { signupFinished } from './events.ts'
import { isSignupOpen } from './rules.ts'

interface CheckInput {
  site: Site
  account: SignupAccount
}

type Assertion = () => void | Promise<void>

/**
 * Checks the first step of a sign-up and creates nothing. Reports all invalid fields at once (SIGN-4).
 * @throws AppError `signup.closed`; at their fields `accounts.email_taken`, `accounts.password_too_common`,
 * `profiles.birth_date_invalid`, `profiles.too_young` with `{min_age}`
 */
export async function checkSignup(context: Pick<AppContext, 'db' | 'clock'>, { site, account }: CheckInput) {
  assertOpen(site)
  await assertAll(accountChecks(context, { site, account }))
}

interface SignUpInput {
  site: Site
  form: SignupForm
  /** The photo, if the form has one. */
  photo: ImageSource | null
  ip: string
  /** Hash of the token in the device's cookie, if it has one. */
  deviceHash: Buffer | null
}

/**
 * Creates account, profile and photo together or not at all (SIGN-2), starts a session and mails the activation link.
 * Returns the token for the session cookie.
 * @throws AppError as `checkSignup`, and `profiles.region_unknown`, `accounts.consent_outdated` at the field `consent`,
 * `profiles.photo_*` at the field `photo`
 */
export async function signUp(context: AppContext, input: SignUpInput) {
  assertOpen(input.site)
  try {
    return await createMember(context, input)
  } catch (error) {
    const repeated = isEmailTaken(error) ? await repeatedSignup(context, input) : null
    if (repeated) return repeated
    throw error
  }
}

async function createMember(context: AppContext, { site, form, photo: source }: SignUpInput) {
  const { settings } = site
  await assertAll([
    ...accountChecks(context, { site, account: form }),
    () => assertPlace(settings, form),
    () => assertConsentVersion(form.consentVersion),
  ])
  // Both are slow, so they run before the transaction.
  const passwordHash = await hashPassword(form.password)
  const photo = source ? await atField('photo', () => preparePhoto(context, { source })) : null
  try {
    return await context.transaction(async (tx) => {
      const { email, language } = form
      const userId = await createAccount(context, tx, { siteId: site.id, email, passwordHash, language })
      await giveConsent(context, tx, { userId, language })
      await createProfile(context, tx, { settings, userId, ...profileOf(form) })
      if (photo) await insertPhoto(context, tx, { userId, photo, visibility: 'public' })
      await sendActivation(context, tx, { userId })
      await emit(tx, signupFinished, { userId, siteId: site.id })
      return { userId, token: await startSession(context, tx, userId) }
    })
  } catch (error) {
    // After any other error the transaction may have committed, for instance when the connection broke. Then the files
    // stay, and a job deletes them if no photo uses them.
    if (error instanceof AppError) await photo?.discard()
    throw error
  }
}

function assertOpen({ settings }: Site) {
  if (!isSignupOpen(settings)) throw new AppError('signup.closed')
}

function accountChecks(context: Pick<AppContext, 'db' | 'clock'>, { site, account }: CheckInput): Assertion[] {
  const { email, password, name, birthDate } = account
  return [
    () => assertEmailFree(context, email),
    () => assertPassword({ password, known: [name, email, site.settings.name] }),
    () => assertBirthDate({ birthDate, now: context.clock.now() }),
  ]
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
 * Logs in when the form repeats a sign-up whose reply was lost: the same email and password within a short time (SIGN-3).
 * Returns null otherwise. Attempts with a wrong password count as at the log-in.
 */
async function repeatedSignup(context: AppContext, { form, ip, deviceHash }: SignUpInput) {
  const { email, password } = form
  if (!(await isNewAccount(context, { email, ms: SIGNUP_REPEAT_MS }))) return null
  try {
    return await logIn(context, { email, password, ip, deviceHash })
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
