import { SIGNUP_REPEAT_MS } from '#contract/limits.ts'
import type { SignupAccount, SignupForm } from '#contract/signup.ts'
import { sendActivation } from '#server/features/accounts/activation.ts'
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
import { signupFinished } from './events.ts'
import { isSignupOpen } from './rules.ts'

interface Check {
  site: Site
  account: SignupAccount
}

type Assertion = () => void | Promise<void>

/**
 * Checks who somebody says she is, and creates nothing. All fields at fault are named at once.
 * @throws AppError `signup.closed`; at their fields `accounts.email_taken`, `accounts.password_too_common`,
 * `profiles.birth_date_invalid`, `profiles.too_young` with `{min_age}`
 */
export async function checkSignup(context: Pick<AppContext, 'db' | 'clock'>, { site, account }: Check) {
  assertOpen(site)
  await assertAll(accountChecks(context, { site, account }))
}

interface Wishes {
  site: Site
  form: SignupForm
  /** The photo, if there is one. */
  bytes: Uint8Array | undefined
  ip: string
}

/**
 * Creates account, profile and photo at once or not at all, logs in and mails the activation link. Returns the token
 * for the session cookie.
 * @throws AppError as `checkSignup`, and `profiles.region_unknown`, `profiles.photo_*` at the field `photo`
 */
export async function signUp(context: AppContext, wishes: Wishes) {
  assertOpen(wishes.site)
  try {
    return await createMember(context, wishes)
  } catch (error) {
    const repeated = isEmailTaken(error) ? await repeatedSignup(context, wishes) : null
    if (repeated) return repeated
    throw error
  }
}

async function createMember(context: AppContext, { site, form, bytes }: Wishes) {
  const { settings } = site
  await assertAll([...accountChecks(context, { site, account: form }), () => assertPlace(settings, form)])
  // Both take their time, so before the transaction.
  const passwordHash = await hashPassword(form.password)
  const photo = bytes ? await atField('photo', () => preparePhoto(context, { bytes })) : null
  try {
    return await context.transaction(async (tx) => {
      const { email, name, language } = form
      const userId = await createAccount(context, tx, { siteId: site.id, email, passwordHash, language })
      await createProfile(context, tx, { settings, userId, ...profileOf(form) })
      if (photo) await insertPhoto(context, tx, { userId, photo, visibility: 'public' })
      await sendActivation(context, tx, { userId, siteId: site.id, email, name, language })
      await emit(tx, signupFinished, { userId, siteId: site.id })
      return { userId, token: await startSession(context, tx, userId) }
    })
  } catch (error) {
    // Of a lost connection nobody knows whether it has committed: then the files wait for the job that looks.
    if (error instanceof AppError) await photo?.discard()
    throw error
  }
}

function assertOpen({ settings }: Site) {
  if (!isSignupOpen(settings)) throw new AppError('signup.closed')
}

function accountChecks(context: Pick<AppContext, 'db' | 'clock'>, { site, account }: Check): Assertion[] {
  const { email, password, name, birthDate } = account
  return [
    () => assertEmailFree(context, email),
    () => assertPassword({ password, known: [name, email, site.settings.name] }),
    () => assertBirthDate({ birthDate, now: context.clock.now() }),
  ]
}

/** Makes all assertions and throws one refusal that names the fields of each that failed, in their order. */
async function assertAll(assertions: Assertion[]) {
  const results = await Promise.allSettled(assertions.map(async (assertion) => assertion()))
  const reasons: unknown[] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  const refusals = reasons.filter((reason) => reason instanceof AppError)
  if (refusals.length < reasons.length) throw reasons.find((reason) => !(reason instanceof AppError))
  const [first] = refusals
  if (!first) return
  const fields = Object.assign({}, ...refusals.map((refusal) => refusal.fields)) as AppError['fields']
  throw new AppError(first.code, { ...(first.params && { params: first.params }), ...(fields && { fields }) })
}

/** A refusal of what one input holds, told at that input. */
async function atField<Result>(field: string, run: () => Promise<Result>) {
  try {
    return await run()
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw fieldError(field, error.code, error.params)
    throw error
  }
}

/**
 * The session of a sign-up whose answer never arrived: the same email and password again, minutes later. Anybody else
 * who tries this needs the password, and is counted as at the log-in.
 */
async function repeatedSignup(context: AppContext, { form, ip }: Wishes) {
  const { email, password } = form
  if (!(await isNewAccount(context, { email, ms: SIGNUP_REPEAT_MS }))) return null
  try {
    return await logIn(context, { email, password, ip })
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** That, and nothing else: a form that was accepted once has no other fault. */
function isEmailTaken(error: unknown) {
  if (!(error instanceof AppError) || error.code !== 'accounts.email_taken') return false
  return Object.keys(error.fields ?? {}).length === 1
}

function profileOf({ name, gender, lookingFor, birthDate, country, region, city }: SignupForm) {
  return { name, gender, lookingFor, birthDate, country, region, city }
}
