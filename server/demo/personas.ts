import type { Country } from '#contract/settings.ts'
import type { z } from 'zod'
import { toLanguage } from '#server/features/accounts/queries.ts'
import type { Context } from '#server/platform/context.ts'
import type { Viewer } from '#server/platform/http/routes.ts'
import { DEMO_DOMAIN } from './members.ts'

/** A demo member as the services want the one who acts. */
export interface Persona extends Viewer {
  email: string
  gender: string
  lookingFor: string
  country: z.output<typeof Country>
}

/** All demo members, in the order of their making. */
export async function findPersonas({ db }: Pick<Context, 'db'>): Promise<Persona[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .innerJoin('accountBalances', 'accountBalances.userId', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.language',
      'profiles.publicId',
      'profiles.gender',
      'profiles.lookingFor',
    ])
    .select(['profiles.country', 'accountBalances.premiumSince'])
    .where('users.email', 'like', `%${DEMO_DOMAIN}`)
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
    language: toLanguage(language),
  }))
}

/** Whether two would come up in each other's search. */
export function areCompatible(one: Persona, other: Persona) {
  const likes = (a: Persona, b: Persona) => a.lookingFor === b.gender
  return one.userId !== other.userId && one.country === other.country && likes(one, other) && likes(other, one)
}
