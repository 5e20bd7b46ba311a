import { randomBytes } from 'node:crypto'
import { FictionalVersion, type FictionalProfile } from '#contract/profiles/fictional-schemas.ts'
import { defaultLanguage } from '#contract/languages.ts'
import type { AppContext } from '#server/context.ts'
import { endAccount } from '#server/features/accounts/deletion/deletion.ts'
import { hashPassword } from '#server/features/accounts/recovery/passwords.ts'
import { createAccount } from '#server/features/accounts/service.ts'
import { readSite } from '#server/features/settings/edit-site.ts'
import {
  contentOf,
  latestVersion,
  openSubject,
  recordVersion,
  type Editor,
} from '#server/features/settings/versions.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newPublicId } from '#server/platform/ids.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { assertName, createProfile, editProfile } from '../service.ts'
import { ownView } from '../views.ts'
import * as queries from './fictional-queries.ts'

/*
 * Profiles that belong to no person (PRO-13), as operators make, change and end them. No one can log in to
 * their accounts: the address does not exist, and no one has the password.
 */

type Deps = Pick<AppContext, 'clock' | 'sites'>

interface Edit {
  profileId: string
  editor: Editor
  /** The version that the editor has seen. */
  expectedVersion: number
}

const subjectOf = (profileId: string) => `fictional/${profileId}`

/** Lists the fictional profiles, newest first, after a page that ends with `before`. */
export function listFictional(db: Queryable, page: { before: string | undefined; limit: number }) {
  return queries.listFictional(db, page)
}

/**
 * Returns a fictional profile with its photos, as its editor sees it.
 * @throws AppError `profiles.not_found`
 */
export async function readFictional(db: Queryable, profileId: string) {
  const { userId, siteId, ...profile } = existing(await queries.findFictional(db, profileId))
  const version = await latestVersion(db, subjectOf(profileId))
  const { photos, photoLimit } = await ownView(db, userId)
  return { siteId, version, profile, photos, photoLimit }
}

/** Locks a fictional profile until the transaction ends. @throws AppError `profiles.not_found` */
export async function lockFictional(tx: Tx, profileId: string) {
  return existing(await queries.lockFictional(tx, profileId))
}

/**
 * Creates a fictional profile of a site.
 * @throws AppError `settings.site_not_found`, and at their fields those of `createProfile` and `assertName`
 */
export async function createFictional(
  deps: Deps,
  tx: Tx,
  { siteId, profile, editor }: { siteId: number; profile: FictionalProfile; editor: Editor },
) {
  await readSite(tx, siteId)
  const { settings } = deps.sites.byId(siteId)
  assertName(deps, profile.name)
  const userId = await createAccount(deps, tx, {
    siteId,
    email: `${newPublicId().toLowerCase()}@fictional.invalid`,
    passwordHash: await hashPassword(randomBytes(32).toString('base64url')),
    language: defaultLanguage,
    confirmedAt: deps.clock.now(),
  })
  const { about, answers, interests, ...fields } = profile
  const { publicId } = await createProfile(deps, tx, { settings, userId, isFictional: true, ...fields })
  await editProfile(deps, tx, { userId, settings, edit: { about, answers, interests }, isByOperator: true })
  await recordVersion(deps, tx, { subject: subjectOf(publicId), editor, before: null, after: profile })
  return { profileId: publicId, userId }
}

/**
 * Changes the fields of a fictional profile. Returns the new version.
 * @throws AppError `profiles.not_found`, `settings.changed_meanwhile`, those of `editProfile`, `assertName`
 */
export async function changeFictional(
  deps: Deps,
  tx: Tx,
  { profileId, profile, editor, expectedVersion }: Edit & { profile: FictionalProfile },
) {
  const subject = subjectOf(profileId)
  await openSubject(tx, { subject, expectedVersion })
  const { userId, siteId, ...before } = await lockFictional(tx, profileId)
  const { settings } = deps.sites.byId(siteId)
  if (profile.name !== before.name) assertName(deps, profile.name)
  await editProfile(deps, tx, { userId, settings, edit: profile, isByOperator: true })
  return { userId, version: await recordVersion(deps, tx, { subject, editor, before, after: profile }) }
}

/**
 * Puts back what a version left, as a change of its own.
 * @throws AppError `settings.version_not_found`, and as `changeFictional`
 */
export async function restoreFictional(deps: Deps, tx: Tx, { version, ...edit }: Edit & { version: number }) {
  const stored = await contentOf(tx, { subject: subjectOf(edit.profileId), version })
  const { success, data: profile } = FictionalVersion.safeParse(stored)
  // Also what was before the profile existed.
  if (!success) throw new AppError('settings.version_not_found')
  return changeFictional(deps, tx, { ...edit, profile })
}

/**
 * Ends a fictional profile: hidden at once, and erased after the same days as the account of a member.
 * @throws AppError `profiles.not_found`, `settings.changed_meanwhile`
 */
export async function endFictional(deps: Pick<Context, 'clock'>, tx: Tx, { profileId, editor, expectedVersion }: Edit) {
  const subject = subjectOf(profileId)
  await openSubject(tx, { subject, expectedVersion })
  const { userId, siteId: _, ...before } = await lockFictional(tx, profileId)
  await endAccount(deps, tx, { userId })
  await recordVersion(deps, tx, { subject, editor, before, after: null })
  return { userId }
}

function existing<Row>(row: Row | undefined) {
  if (!row) throw new AppError('profiles.not_found')
  return row
}
