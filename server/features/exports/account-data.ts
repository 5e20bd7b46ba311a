import type { Queryable } from '#server/platform/postgres/tx.ts'

/** The account without its secrets: no hashes of the password, of sessions or of links, no keys. */
export async function accountOf(db: Queryable, userId: number) {
  const account = await db
    .selectFrom('users')
    .select(['email', 'language', 'createdAt', 'confirmedAt', 'pausedAt', 'pauseEndsAt', 'dormantAt', 'ageAssuredAt'])
    .select('notificationsDisabled')
    .where('id', '=', userId)
    .executeTakeFirst()
  return { ...account, ...(await originsOf(db, userId)), ...(await accessOf(db, userId)) }
}

/** How the member came, what the member agreed to, and the addresses that the account had or was to have. */
async function originsOf(db: Queryable, userId: number) {
  const [consents, campaign, emailChanges] = await Promise.all([
    db
      .selectFrom('consents')
      .select(['kind', 'version', 'language', 'givenAt'])
      .where('userId', '=', userId)
      .orderBy('givenAt')
      .execute(),
    db
      .selectFrom('trafficSources')
      .select(['network', 'ref', 'sub1', 'sub2', 'sub3', 'createdAt'])
      .where('userId', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('mailChanges')
      .select(['oldEmail', 'newEmail', 'requestedAt', 'completedAt', 'cancelledAt'])
      .where('userId', '=', userId)
      .orderBy('requestedAt')
      .execute(),
  ])
  return { consents, campaign: campaign ?? null, emailChanges }
}

/** The member's devices and sessions, other ways to log in, and the security events about them. */
async function accessOf(db: Queryable, userId: number) {
  const [devices, sessions, pushSubscriptions, passkeys, secondFactor, securityEvents] = await Promise.all([
    db.selectFrom('devices').select('usedAt as lastLogin').where('userId', '=', userId).execute(),
    db
      .selectFrom('sessions')
      .select(['browser', 'system', 'createdAt', 'lastUsedAt', 'expiresAt'])
      .where('userId', '=', userId)
      .execute(),
    db.selectFrom('pushSubscriptions').select(['endpoint', 'createdAt']).where('userId', '=', userId).execute(),
    db.selectFrom('passkeys').select(['name', 'createdAt', 'lastUsedAt']).where('userId', '=', userId).execute(),
    db.selectFrom('secondFactors').select('confirmedAt').where('userId', '=', userId).executeTakeFirst(),
    db
      .selectFrom('securityEvents')
      .select(['kind', 'browser', 'system', 'happenedAt'])
      .where('userId', '=', userId)
      .orderBy('happenedAt')
      .execute(),
  ])
  const codesSince = secondFactor?.confirmedAt ?? null
  return { devices, sessions, pushSubscriptions, passkeys, codesSince, securityEvents }
}

/** What the member chose, what waits, what was sent lately and what was not, and why; without who did it. */
export async function notificationsOf(db: Queryable, userId: number) {
  const [settings, waiting, emails, decisions] = await Promise.all([
    db
      .selectFrom('noticeMembers')
      .select(['timeZone', 'quietHours', 'isDetailed', 'digestAt', 'reminderAt'])
      .where('userId', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('notices')
      .select(['kind', 'happenedAt', 'pushAt', 'mailAt'])
      .where('userId', '=', userId)
      .orderBy('happenedAt')
      .execute(),
    db
      .selectFrom('noticeMails')
      .select(['kind', 'state', 'reason', 'createdAt', 'endedAt'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('noticeLog')
      .select(['channel', 'kind', 'reason', 'decidedAt'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute(),
  ])
  return { settings: settings ?? null, waiting, emails, decisions }
}
