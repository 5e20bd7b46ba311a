import type { Client } from 'pg'

/** A call of the operators' console. */
export interface ConsoleCall {
  name: string
  method: 'GET' | 'POST'
  url: string
  body?: object
  /** Most of a large table that it may read; default: `USUAL_SHARE`. */
  share?: number
}

/** Sends a call as an operator and returns the reply. */
export type SendCall = (call: ConsoleCall) => Promise<unknown>

/** Most of a large table that a call without `share` may read. */
export const USUAL_SHARE = 0.1
/** A month of a year that has hardly begun yet is more than a twelfth. */
const MONTH_SHARE = 0.2
const QUARTER_SHARE = 0.5

const get = (name: string, path: string, options: Pick<ConsoleCall, 'share'> = {}): ConsoleCall => ({
  name,
  method: 'GET',
  url: `/api/operator/${path}`,
  ...options,
})
const post = (name: string, path: string, body?: object): ConsoleCall => ({
  name,
  method: 'POST',
  url: `/api/operator/${path}`,
  ...(body && { body }),
})

/** Returns the calls of every queue and list, with keys of generated rows (bench/load-console.ts). */
export async function consoleCalls(client: Client, send: SendCall) {
  const samples = await findSamples(client)
  const decided = get('cases, decided', 'cases?status=decided')
  const open = get('cases, open', 'cases')
  const pages = await Promise.all([open, decided].map((first) => nextPage(first, send)))
  return [
    get('health', 'health'),
    get('numbers', 'numbers?days=90'),
    get('sources', 'numbers/sources?days=30'),
    get('cohorts', 'numbers/cohorts'),
    get('numbers of cases', 'case-numbers?days=90', { share: QUARTER_SHARE }),
    ...queueCalls(samples),
    open,
    decided,
    ...pages.flat(),
    ...memberCalls(samples),
    ...moneyCalls(samples),
    ...auditCalls(samples),
    get('operators', 'operators'),
  ]
}

type Samples = Awaited<ReturnType<typeof findSamples>>

function queueCalls({ reference }: Samples) {
  return [
    get('what waits', 'waiting'),
    get('cases, open, of a rare kind', 'cases?kind=removal'),
    get('cases, decided, of a rare kind', 'cases?status=decided&kind=removal'),
    get('case', `cases/${reference}`),
    post('next case', 'cases/next', { kind: null }),
    post('photos', 'photos/claim'),
    post('selfies', 'verifications/claim'),
  ]
}

function memberCalls({ profileId, email, name, orderId, paymentRef }: Samples) {
  const search = (what: string, q: string) => get(`members by ${what}`, `members?q=${encodeURIComponent(q)}`)
  return [
    get('members, newest', 'members'),
    get('members, a later page', `members?before=${profileId}`),
    search('id', profileId),
    search('name', name),
    search('address', email),
    search('phone number', '+31 6 12345678'),
    search('order', orderId),
    search('payment', paymentRef),
    search('a name that no one has', 'Xyzzy'),
    get('member', `members/${profileId}`),
    get('ledger of a member', `members/${profileId}/ledger`),
    post('messages of a member', `members/${profileId}/messages`, { reason: 'A benchmark.' }),
  ]
}

function moneyCalls({ profileId, orderId, paymentRef, from, to }: Samples) {
  return [
    get('orders', 'orders'),
    get('orders, a later page', `orders?before=${orderId}`),
    get('orders by state', 'orders?status=charged_back'),
    get('orders of a rare provider', 'orders?provider=adyen'),
    get('orders of no provider', 'orders?provider=sandbox'),
    get('orders of a rare provider by state', 'orders?provider=adyen&status=pending'),
    get('orders of some days', `orders?from=${from}&to=${to}`),
    get('orders of a member', `orders?member=${profileId}`),
    get('orders by reference', `orders?reference=${paymentRef}`),
    get('orders and refunds that are stuck', 'orders?stuck=true'),
    get('order', `orders/${orderId}`),
    get('incidents, open', 'incidents?state=open'),
    get('incidents, closed', 'incidents?state=closed'),
    get('sums of days', 'money/days', { share: MONTH_SHARE }),
    get('VAT of a quarter', 'money/vat', { share: QUARTER_SHARE }),
  ]
}

function auditCalls({ profileId, auditId, operatorId, reference }: Samples) {
  return [
    get('audit log', 'audit'),
    get('audit log, a later page', `audit?before=${auditId}`),
    get('audit log of an operator', `audit?actor=${operatorId}`),
    get('audit log by a rare act', 'audit?act=credits_adjusted'),
    get('audit log by an act that no one did', 'audit?act=owner_created'),
    get('audit log of an operator by a rare act', `audit?actor=${operatorId}&act=credits_adjusted`),
    get('audit log of a member', `audit?subjectKind=member&subject=${profileId}`),
    get('audit log by any subject', `audit?subject=${reference}`),
    get('audit log by a rare kind of subject', 'audit?subjectKind=company'),
  ]
}

/** Returns keys of rows in the middle of their tables. */
async function findSamples(client: Client) {
  const { rows } = await client.query<{
    profileId: string
    email: string
    name: string
    orderId: string
    paymentRef: string
    reference: string
    auditId: number
    operatorId: string
    from: string
    to: string
  }>(`
    select p.public_id as "profileId", u.email, left(p.name, 3) as name, o.public_id as "orderId",
      o.provider_ref as "paymentRef", c.reference, l.id as "auditId", l.operator_id as "operatorId",
      o.created_at::date::text as from, (o.created_at::date + 2)::text as to
    from (select * from orders where status = 'completed' order by id offset (select count(*) / 2 from orders) limit 1) o
    join users u on u.id = o.user_id
    join profiles p on p.user_id = o.user_id
    cross join (select reference from moderation_cases where status = 'open' order by id limit 1) c
    cross join (select id, operator_id from audit_log order by id offset (select count(*) / 2 from audit_log) limit 1) l`)
  const [samples] = rows
  if (!samples) throw new Error('the console has no rows')
  return samples
}

/** Returns the call of the second page of a list; of a short one none. */
async function nextPage(first: ConsoleCall, send: SendCall): Promise<ConsoleCall[]> {
  const reply = (await send(first)) as { next: string | null }
  if (reply.next === null) return []
  const mark = first.url.includes('?') ? '&' : '?'
  const name = `${first.name}, a later page`
  return [{ ...first, name, url: `${first.url}${mark}before=${encodeURIComponent(reply.next)}` }]
}
