import type { Client } from 'pg'
import type { CountryCode } from '#contract/countries.ts'
import type { Gender } from '#contract/profiles/profile-field-schemas.ts'
import { sessionCookieName } from '#server/features/accounts/sessions/session-cookie.ts'

/** A generated member with a session, who sends requests. */
export interface BenchViewer {
  userId: number
  profileId: string
  country: CountryCode
  region: string
  lookingFor: Gender
  /** Value of the cookie header with the session. */
  cookie: string
}

export async function findViewers(client: Client): Promise<BenchViewer[]> {
  const { rows } = await client.query<Omit<BenchViewer, 'cookie'> & { token: string }>(
    `select user_id as "userId", profile_id as "profileId", country, region, looking_for as "lookingFor", token
    from bench.viewers
    order by user_id`,
  )
  const name = sessionCookieName({ publicUrl: 'http://localhost' })
  return rows.map(({ token, ...viewer }) => ({ ...viewer, cookie: `${name}=${token}` }))
}
