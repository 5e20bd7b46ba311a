import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { Notifications } from './notifications.ts'

const log = pino({ level: 'silent' })
const channel = 'colours changed'
let database: TestDatabase
let opened: Notifications[] = []

beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const each of opened) await each.close()
  opened = []
  await database.close()
})

async function openNode() {
  const node = new Notifications({ pool: database.pool, log })
  opened.push(node)
  const received: string[] = []
  const onGap = vi.fn<() => void>()
  await node.listen({ channel, onNotification: (payload) => received.push(payload), onGap })
  return { received, onGap }
}
const send = (payload: string) => sql`select pg_notify(${channel}, ${payload})`.execute(database.db)
const cutListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'rendezvous listen' and datname = current_database()`.execute(database.db)

describe('a notification', () => {
  test('reaches every node, in order', async () => {
    const nodes = await Promise.all([openNode(), openNode()])
    for (const colour of ['red', 'green', '']) await send(colour)
    for (const { received } of nodes) await vi.waitFor(() => expect(received).toEqual(['red', 'green', '']))
  })

  test('leaves with the commit of its transaction, and not at all when it is rolled back', async () => {
    const { received } = await openNode()
    const rollback = database.db.transaction().execute(async (tx) => {
      await sql`select pg_notify(${channel}, 'never')`.execute(tx)
      throw new Error('rolled back')
    })
    await expect(rollback).rejects.toThrow('rolled back')
    await send('after')
    await vi.waitFor(() => expect(received).toEqual(['after']))
  })
})

describe('a lost connection', () => {
  test('is opened again, and the gap is reported', async () => {
    const { received, onGap } = await openNode()
    expect(onGap).toHaveBeenCalledTimes(1)
    await cutListeners()
    await vi.waitFor(() => expect(onGap).toHaveBeenCalledTimes(2))
    await send('back')
    await vi.waitFor(() => expect(received).toEqual(['back']))
  })
})
