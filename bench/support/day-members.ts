import type { Client } from 'pg'
import { hashPassword } from '#server/features/accounts/recovery/passwords.ts'
import { CONSENT_VERSION } from '#contract/accounts/consent-version.ts'

const PASSWORD = 'the password of every member of the day'

/** A member who will be active, and the one who gets their messages. */
export interface DayMember {
  userId: number
  email: string
  password: string
  profileId: string
  partnerId: string
}

/** Chooses members, with a password, the consent, enough credits, and no block between partners. */
export async function chooseMembers(admin: Client, count: number): Promise<DayMember[]> {
  const { rows } = await admin.query<Omit<DayMember, 'password' | 'partnerId'>>(
    `select u.id as "userId", u.email, p.public_id as "profileId"
    from users u
    join profiles p on p.user_id = u.id
    where u.confirmed_at is not null and u.disabled_at is null and u.deleted_at is null and u.paused_at is null
    order by u.id
    limit $1`,
    [count],
  )
  if (rows.length < count) throw new Error(`${count} active members need more members: --members`)
  const ids = rows.map(({ userId }) => userId)
  await admin.query(`update users set password_hash = $2 where id = any ($1::bigint[])`, [
    ids,
    await hashPassword(PASSWORD),
  ])
  await admin.query(`update account_balances set balance = 1000000 where user_id = any ($1::bigint[])`, [ids])
  await admin.query(`delete from blocks where user_id = any ($1::bigint[]) or other_id = any ($1::bigint[])`, [ids])
  await admin.query(
    `insert into consents (user_id, kind, version, language, given_at)
    select id, 'membership', $2, 'en', now() from unnest($1::bigint[]) id
    on conflict do nothing`,
    [ids, CONSENT_VERSION],
  )
  return rows.map((member, index) => {
    const partner = rows[(index + 1) % rows.length] ?? member
    return { ...member, password: PASSWORD, partnerId: partner.profileId }
  })
}
