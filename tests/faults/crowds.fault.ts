import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MINUTE, SECOND } from '#contract/time.ts'
import { sendMessage } from '#contract/chat/calls.ts'
import { auditChat } from '#tests/support/audits/chat-audit.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import type { Member } from '#tests/support/builders.ts'
import { buildOrder, reportToSandboxWebhook } from '#tests/support/payments.ts'
import { startNodes, type Nodes } from '#tests/support/programs/nodes.ts'
import { buildMembers } from '#tests/support/site-load.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import { openSocketAt, type TestSocket } from '#tests/support/socket.ts'

/*
 * Everybody at once: the devices of all members after a crash, and the webhooks of a provider that was away.
 */

const SECRET = 'a secret of the test, long enough for the rule'
const DEVICES = IS_FULL ? 10_000 : 200
const DEVICES_PER_MEMBER = 2
/** Devices connect at random times within this one. */
const CONNECT_MS = IS_FULL ? 10 * SECOND : 1 * SECOND
/** A device or a provider whose request failed repeats it. */
const RETRY_MS = 500
/** Pairs who write to each other after the crowd is back. */
const WRITERS = 20
const WEBHOOKS = IS_FULL ? 5000 : 200
/** The provider sends two for each. */
const ORDERS = WEBHOOKS / 2
const WEBHOOKS_MS = 1 * SECOND
const BUYERS = 8
/** Until the last device is back, or the last payment settled, on a machine without other work. */
const MOST_MS = IS_FULL ? 30 * SECOND : Number.POSITIVE_INFINITY

let site: Nodes
let port: number
let members: Member[]

beforeAll(async () => {
  site = await startNodes({ count: 1, environment: { APP_SECRET: SECRET } })
  port = site.nodes[0]?.port ?? 0
  members = await buildMembers(site.context, DEVICES / DEVICES_PER_MEMBER, { credits: 1000 })
}, 30 * MINUTE)
afterAll(() => site.close())

async function expectExact() {
  const { db } = site.context
  expect([...(await auditMoney(db)), ...(await auditChat(db))]).toEqual([])
}

/** Begins each piece of work at a random time within `spreadMs`. */
function crowd<Item, Result>(items: Item[], spreadMs: number, work: (item: Item) => Promise<Result>) {
  return Promise.all(
    items.map(async (item) => {
      await sleep(Math.random() * spreadMs)
      return work(item)
    }),
  )
}

/** Counts what failed before it succeeded. */
async function untilDone<Result>(failures: string[], work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
      await sleep(RETRY_MS)
    }
  }
}

/** Opens the sockets of all devices, of which the first ones of all members come first in the list. */
async function connectAll(failures: string[]) {
  const owners = Array.from({ length: DEVICES_PER_MEMBER }, () => members).flat()
  return crowd(owners, CONNECT_MS, (member) => untilDone(failures, () => openSocketAt(port, member)))
}

/** Members write to each other in pairs; every device of both shows each message. */
async function expectLive(sockets: TestSocket[], failures: string[]) {
  const pairs = members.slice(0, WRITERS).map((from, index) => ({ from, index, to: members[index + WRITERS] }))
  const sent = await Promise.all(
    pairs.map(async ({ from, to, index }) => {
      const clientId = crypto.randomUUID()
      const input = { params: { profileId: to?.profileId ?? '' }, body: { clientId, body: 'Everybody is back' } }
      await untilDone(failures, () => callsTo(`http://127.0.0.1:${port}`, from)(sendMessage, input))
      return { index, clientId }
    }),
  )
  for (const { index, clientId } of sent) {
    const devices = [index, index + WRITERS].flatMap((member) =>
      sockets.filter((_, device) => device % members.length === member),
    )
    expect(devices).toHaveLength(2 * DEVICES_PER_MEMBER)
    await vi.waitFor(() =>
      expect(devices.map((device) => device.eventsOf('message').map(({ message }) => message.clientId))).toEqual(
        devices.map(() => expect.arrayContaining([clientId])),
      ),
    )
  }
}

test(
  `${DEVICES} devices whose sockets a crash has cut connect again at once, and all get what is sent`,
  async ({ annotate }) => {
    const failures: string[] = []
    const sockets = await connectAll(failures)
    await expectLive(sockets, failures)
    await site.nodes[0]?.crash()
    await Promise.all(sockets.map(({ closed }) => closed))

    const startedAt = performance.now()
    const again = await connectAll(failures)
    const tookMs = performance.now() - startedAt
    await annotate(`back after ${(tookMs / SECOND).toFixed(1)} s; repeated: ${failures.length}`)
    expect(tookMs).toBeLessThan(MOST_MS)
    await expectLive(again, failures)
    for (const socket of again) socket.close()
    await expectExact()
  },
  30 * MINUTE,
)

test(
  `${WEBHOOKS} webhooks within a second: each payment is credited once, and none is lost`,
  async ({ annotate }) => {
    const { context } = site
    const buyers = await buildMembers(context, BUYERS, {})
    const refs: string[] = []
    while (refs.length < ORDERS) {
      const some = buyers.slice(0, Math.min(BUYERS, ORDERS - refs.length))
      refs.push(...(await Promise.all(some.map((buyer) => buildOrder({ context }, buyer)))).map(({ ref }) => ref))
    }
    // As the provider books them while the site cannot be reached.
    await context.db.updateTable('sandboxPayments').set({ status: 'completed' }).where('ref', 'in', refs).execute()

    const failures: string[] = []
    const origin = `http://127.0.0.1:${port}`
    const startedAt = performance.now()
    await crowd([...refs, ...refs], WEBHOOKS_MS, (ref) =>
      untilDone(failures, () => reportToSandboxWebhook({ origin, secret: SECRET, ref })),
    )
    const tookMs = performance.now() - startedAt
    await annotate(`settled after ${(tookMs / SECOND).toFixed(1)} s; repeated: ${failures.length}`)
    expect(tookMs).toBeLessThan(MOST_MS)

    const { rows } = await context.database.pool.query<{ orders: number; completed: number; credited: number }>(`
      select count(*)::int as orders, (count(*) filter (where o.status = 'completed'))::int as completed,
        (select count(*)::int from credit_ledger where kind = 'purchase') as credited
      from orders o`)
    expect(rows).toEqual([{ orders: ORDERS, completed: ORDERS, credited: ORDERS }])
    await expectExact()
  },
  30 * MINUTE,
)
