import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/**
 * Returns the key of a device on which an account has logged in, which stays when the device gets another
 * token; null if the account has not.
 */
export async function findKnownDevice(db: Queryable, { tokenHash, emailKey }: { tokenHash: Buffer; emailKey: string }) {
  const row = await db
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.userId')
    .select('devices.id')
    .where('devices.tokenHash', '=', tokenHash)
    .where('users.emailKey', '=', emailKey)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Gives a device another token, which every member keeps who has logged in on it. */
export async function renameDevice(tx: Tx, { from, to }: { from: Buffer; to: Buffer }) {
  await tx.updateTable('devices').set({ tokenHash: to }).where('tokenHash', '=', from).execute()
}

export async function saveDevice(tx: Tx, device: { tokenHash: Buffer; userId: number; usedAt: Date }) {
  await tx
    .insertInto('devices')
    .values(device)
    .onConflict((conflict) => conflict.columns(['tokenHash', 'userId']).doUpdateSet({ usedAt: device.usedAt }))
    .execute()
}

/** Deletes all but the most recently used devices of a member. */
export async function deleteOldDevices(tx: Tx, { userId, max }: { userId: number; max: number }) {
  await tx
    .deleteFrom('devices')
    .where('userId', '=', userId)
    .where('tokenHash', 'in', (eb) =>
      eb.selectFrom('devices').select('tokenHash').where('userId', '=', userId).orderBy('usedAt', 'desc').offset(max),
    )
    .execute()
}

export async function deleteDevices(tx: Tx, userId: number) {
  await tx.deleteFrom('devices').where('userId', '=', userId).execute()
}
