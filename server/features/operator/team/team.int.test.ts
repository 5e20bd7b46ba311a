import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { acceptInvitation, getOperator } from '#contract/operator/access/calls.ts'
import * as team from '#contract/operator/team/calls.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const about = (operatorId: string) => ({ params: { operatorId } })

test('the last owner can neither be disabled nor get another role, also by two at the same time', async () => {
  await site.context.db.updateTable('operators').set({ role: 'support' }).execute()
  const [ann, ben] = [await buildOperator(site.context), await buildOperator(site.context)]
  const own = await site.call(team.disableOperator, about(ann.operatorId), ann)
  expect(own.error?.code).toBe('operator.own_account')
  // Each removes the other.
  const answers = await Promise.all([
    site.call(team.changeRole, { ...about(ben.operatorId), body: { role: 'manager' } }, ann),
    site.call(team.changeRole, { ...about(ann.operatorId), body: { role: 'manager' } }, ben),
  ])
  expect(answers.some(({ status }) => status !== 204)).toBe(true)
  const { operators } = (await site.call(team.listOperators, {}, ann)).reply ?? { operators: [] }
  const owners = operators.filter(({ role }) => role === 'owner')
  expect(owners).toHaveLength(1)
  const last = owners[0]?.id === ann.operatorId ? ann : ben
  const { error } = await site.call(team.changeRole, { ...about(last.operatorId), body: { role: 'support' } }, last)
  expect(error?.code).toBe('operator.last_owner')
})

test('a disabled operator is logged out at once, and a new role counts at once', async () => {
  const [owner, other] = [await buildOperator(site.context), await buildOperator(site.context, { role: 'manager' })]
  expect((await site.call(team.listOperators, {}, other)).status).toBe(200)
  await site.call(team.changeRole, { ...about(other.operatorId), body: { role: 'support' } }, owner)
  expect((await site.call(team.listOperators, {}, other)).error?.code).toBe('operator.not_allowed')
  await site.call(team.disableOperator, about(other.operatorId), owner)
  expect((await site.call(getOperator, {}, other)).reply).toEqual({ operator: null })
})

describe('an invitation', () => {
  async function invite(owner: BuiltOperator) {
    const email = `${randomUUID()}@example.com`
    const { reply } = await site.call(team.inviteOperator, { body: { name: 'Lou', email, role: 'support' } }, owner)
    const { operators } = (await site.call(team.listOperators, {}, owner)).reply ?? { operators: [] }
    return { url: reply?.url ?? '', operatorId: operators.find((each) => each.email === email)?.id ?? '' }
  }
  const accept = (url: string) =>
    site.call(acceptInvitation, {
      params: { token: url.split('/').at(-1) ?? '' },
      body: { password: 'mauve-tractor-lanterns' },
    })
  const ended = { error: { code: 'operator.invitation_invalid' } }

  test('of an operator who was disabled does not work either when the operator is enabled again', async () => {
    const owner = await buildOperator(site.context)
    const { url, operatorId } = await invite(owner)
    await site.call(team.disableOperator, about(operatorId), owner)
    expect(await accept(url)).toMatchObject(ended)
    expect((await site.call(team.enableOperator, about(operatorId), owner)).status).toBe(204)
    expect(await accept(url)).toMatchObject(ended)
  })

  test('ends with the next one', async () => {
    const owner = await buildOperator(site.context)
    const { url, operatorId } = await invite(owner)
    const { reply } = await site.call(team.renewInvitation, about(operatorId), owner)
    expect(await accept(url)).toMatchObject(ended)
    expect((await accept(reply?.url ?? '')).status).toBe(200)
  })
})

test('a reset of the second factor ends the sessions', async () => {
  const [owner, other] = [await buildOperator(site.context), await buildOperator(site.context, { role: 'manager' })]
  expect((await site.call(team.resetSecondFactor, about(other.operatorId), owner)).status).toBe(204)
  expect((await site.call(getOperator, {}, other)).reply).toEqual({ operator: null })
})

test('an address has one operator, and an unknown operator is not found', async () => {
  const owner = await buildOperator(site.context)
  const body = { name: 'Again', email: owner.email.toUpperCase(), role: 'support' as const }
  const { error } = await site.call(team.inviteOperator, { body }, owner)
  expect(error).toMatchObject({ fields: { email: { code: 'operator.email_taken' } } })
  const none = await site.call(team.disableOperator, about(randomUUID()), owner)
  expect(none.error?.code).toBe('request.not_found')
})
