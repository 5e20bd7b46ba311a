import type { Country } from '#contract/settings/schemas.ts'
import type { z } from 'zod'
import { textLanguage } from '#contract/languages.ts'
import type { Context } from '#server/platform/context.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { DEMO_DOMAIN } from './members.ts'

/** A demo member, as the services expect the viewer of a call. */
export interface Persona extends Viewer {
  email: string
  gender: string
  lookingFor: string
  country: z.output<typeof Country>
}

/** Finds the demo members who like and write, in the order of creation: not the fictional ones (PRO-13). */
export function findPersonas(context: Pick<Context, 'db'>) {
  return findDemoMembers(context, { isFictional: false })
}

/** Finds the fictional profiles of the demo, in the order of creation. */
export function findFictional(context: Pick<Context, 'db'>) {
  return findDemoMembers(context, { isFictional: true })
}

async function findDemoMembers(
  { db }: Pick<Context, 'db'>,
  { isFictional }: { isFictional: boolean },
): Promise<Persona[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .innerJoin('accountBalances', 'accountBalances.userId', 'users.id')
    .select([
      'users.id',
      'users.siteId',
      'users.email',
      'users.language',
      'profiles.publicId',
      'profiles.gender',
      'profiles.lookingFor',
    ])
    .select(['profiles.country', 'accountBalances.premiumSince'])
    .where('users.email', 'like', `%${DEMO_DOMAIN}`)
    .where('profiles.isFictional', '=', isFictional)
    .orderBy('users.id')
    .$narrowType<{ country: z.output<typeof Country> }>()
    .execute()
  return rows.map(({ id, publicId, premiumSince, language, ...rest }) => ({
    ...rest,
    userId: id,
    profileId: publicId,
    sessionHash: Buffer.alloc(32),
    isConfirmed: true,
    isPremium: premiumSince !== null,
    isPaused: false,
    mustAssureAge: false,
    language: textLanguage(language),
  }))
}

/** Returns whether two members find each other with default search filters. */
export function areCompatible(one: Persona, other: Persona) {
  const likes = (a: Persona, b: Persona) => a.lookingFor === 'both' || a.lookingFor === b.gender
  return one.userId !== other.userId && one.country === other.country && likes(one, other) && likes(other, one)
}
