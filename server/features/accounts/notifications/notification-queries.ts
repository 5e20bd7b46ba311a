import type { Tx } from '#server/platform/postgres/tx.ts'

/** Locks an account. Returns what is switched off, and the reasons why its mails are stopped. */
export async function lockDisabled(tx: Tx, userId: number) {
  const { notificationsDisabled } = await tx
    .selectFrom('users')
    .select('notificationsDisabled')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return notificationsDisabled
}

export async function saveDisabled(tx: Tx, { userId, disabled }: { userId: number; disabled: string[] }) {
  await tx.updateTable('users').set({ notificationsDisabled: disabled }).where('id', '=', userId).execute()
}

export async function deleteConsents(tx: Tx, { userId, kinds }: { userId: number; kinds: string[] }) {
  if (kinds.length === 0) return
  await tx.deleteFrom('consents').where('userId', '=', userId).where('kind', 'in', kinds).execute()
}

interface Consent {
  userId: number
  kind: string
  version: string
  language: string
  givenAt: Date
}

export async function insertConsents(tx: Tx, consents: Consent[]) {
  if (consents.length === 0) return
  await tx
    .insertInto('consents')
    .values(consents)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
