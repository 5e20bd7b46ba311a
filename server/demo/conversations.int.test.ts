import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember } from '#tests/support/builders.ts'
import { fillConversations } from './conversations.ts'
import { createMembers, demoPeople } from './members.ts'
import { findPersonas } from './personas.ts'

let site: TestApp

beforeEach(async () => {
  site = await startTestApp()
})
afterEach(() => site.close())

test('the statements of the demo accounts are in order of time', async () => {
  const { context } = site
  const options = { onProgress: () => {}, signal: new AbortController().signal }
  const people = demoPeople(context, { members: 2 })
  await createMembers(context, { people, demoPassword: 'unused', ...options })
  const place = { country: 'GB', region: 'London', city: 'London', credits: 200 } as const
  for (const n of [1, 2]) {
    await buildMember(context, { ...place, email: `woman${n}@demo.example`, gender: 'female', lookingFor: 'male' })
    await buildMember(context, { ...place, email: `man${n}@demo.example`, gender: 'male', lookingFor: 'female' })
  }
  const man = { ...place, gender: 'male', lookingFor: 'female' } as const
  await buildMember(context, { ...man, email: 'fictional@demo.example', isFictional: true })
  const emails = new Set((await findPersonas(context)).map(({ email }) => email))
  await fillConversations(context, { emails, ...options })
  const { rows } = await context.database.pool.query<{ email: string; at: Date }>(
    `select email, credit_ledger.created_at as at from credit_ledger join users on users.id = user_id
     where email in ('free@demo.example', 'premium@demo.example') order by user_id, credit_ledger.id`,
  )
  for (const account of ['free@demo.example', 'premium@demo.example']) {
    const times = rows.filter(({ email }) => email === account).map(({ at }) => at.getTime())
    expect(times.length).toBeGreaterThan(2)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  }
  // The same words would stand below each other in the list of the chats.
  const { rows: lengths } = await context.database.pool.query<{ n: number }>(
    `select count(*)::int as n from messages where conversation_id in (select conversation_id from messages
       where sender_id = (select id from users where email = 'free@demo.example')) group by conversation_id order by n`,
  )
  expect(lengths.map(({ n }) => n)).toEqual([3, 5])
})
