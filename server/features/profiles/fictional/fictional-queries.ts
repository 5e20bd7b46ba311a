import type { FictionalProfile } from '#contract/profiles/fictional-schemas.ts'
import { isActive } from '#server/features/accounts/fragments.ts'
import { knownAnswers, knownInterests } from '../rules.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/** Newest first, older than the profile `before`. Those that have ended are left out. */
export function listFictional(db: Queryable, { before, limit }: { before: string | undefined; limit: number }) {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.userId')
    .leftJoin('photos', 'photos.id', 'profiles.mainPhotoId')
    .select(['profiles.publicId as id', 'profiles.name', 'profiles.gender', 'profiles.birthDate'])
    .select(['profiles.country', 'profiles.region', 'profiles.createdAt', 'users.siteId'])
    .select('photos.publicId as photoId')
    .where('profiles.isFictional', '=', true)
    .where(isActive())
    .$if(before !== undefined, (query) =>
      query.where('profiles.userId', '<', (eb) =>
        eb
          .selectFrom('profiles as last')
          .select('last.userId')
          .where('last.publicId', '=', before ?? ''),
      ),
    )
    .orderBy('profiles.userId', 'desc')
    .limit(limit)
    .$narrowType<Pick<FictionalProfile, 'gender'>>()
    .execute()
}

/** Returns the fields that an operator edits. */
export async function findFictional(db: Queryable, profileId: string) {
  return offered(await fictional(db, profileId).executeTakeFirst())
}

/** The same; the account is locked until the transaction ends. */
export async function lockFictional(tx: Tx, profileId: string) {
  return offered(await fictional(tx, profileId).forNoKeyUpdate('users').executeTakeFirst())
}

/** Leaves out interests and prompts that there no longer are. */
function offered<Row extends Pick<FictionalProfile, 'answers' | 'interests'>>(row: Row | undefined) {
  return row && { ...row, answers: knownAnswers(row.answers), interests: knownInterests(row.interests) }
}

function fictional(db: Queryable, profileId: string) {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.userId')
    .select(['profiles.userId', 'users.siteId', 'profiles.name', 'profiles.gender', 'profiles.lookingFor'])
    .select(['profiles.birthDate', 'profiles.country', 'profiles.region', 'profiles.city', 'profiles.about'])
    .select(['profiles.answers', 'profiles.interests'])
    .where('profiles.publicId', '=', profileId)
    .where('profiles.isFictional', '=', true)
    .where(isActive())
    .$narrowType<Pick<FictionalProfile, 'gender' | 'lookingFor' | 'country' | 'answers' | 'interests'>>()
}
