import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATOR_CONFIRMATION_MS } from '#contract/limits.ts'
import { mayUse, operatorRoles, type OperatorRole } from '#contract/operator/permissions.ts'
import { endpoints } from '#tests/support/audits/endpoints.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { encodeCall } from '#tests/support/site/encode-call.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { nameOf } from './fixture.ts'
import {
  buildOperatorFixture,
  operatorEntryTable,
  operatorTable,
  type OperatorFixture,
  type OperatorInput,
} from './operator-table.ts'

let site: TestApp
let image: Blob
/** For calls that are rejected or only read: they change nothing of it. */
let unchanged: OperatorFixture

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', REQUESTS_PER_MINUTE: '1000000' } })
  image = new Blob([await sampleImage()])
  unchanged = await buildOperatorFixture(site)
})
afterAll(() => site.close())

const ofConsole = endpoints.filter(({ path }) => path.startsWith('/api/operator/'))
const forOperators = ofConsole.filter(({ access }) => access === 'operator')

test('the tables list exactly the calls of the console', () => {
  expect(Object.keys(operatorTable).toSorted()).toEqual(forOperators.map(nameOf).toSorted())
  const entries = ofConsole.filter(({ access }) => access === 'anyone')
  expect(Object.keys(operatorEntryTable).toSorted()).toEqual(entries.map(nameOf).toSorted())
  expect(ofConsole.length).toBe(forOperators.length + entries.length)
  expect(endpoints.filter(({ access }) => access === 'operator').length).toBe(forOperators.length)
})

test.each(Object.entries(operatorEntryTable))('%s is for anyone', async (name, [answer, inputOf]) => {
  const fixture = await buildOperatorFixture(site)
  expect(await answerTo(name, inputOf(fixture), {})).toBe(answer)
})

describe.each(Object.entries(operatorTable))('%s', (name, [roles, inputOf, options = {}]) => {
  const { answer = 'ok', confirms = false, unrecorded = false } = options

  const isReading = name.startsWith('GET ')

  test('is closed to visitors, members, and roles that may not', async () => {
    const input = inputOf?.(unchanged) ?? {}
    const answers: Partial<Record<OperatorRole | 'visitor' | 'member', string>> = {
      visitor: await answerTo(name, input, {}),
      member: await answerTo(name, input, { cookie: unchanged.member.cookie }),
    }
    for (const role of operatorRoles.filter((each) => !roles.includes(each)))
      answers[role] = await answerTo(name, input, await buildOperator(site.context, { role }))
    const others = operatorRoles.filter((role) => !roles.includes(role)).map((role) => [role, 'operator.not_allowed'])
    const closed = 'operator.login_required'
    expect(answers).toEqual({ visitor: closed, member: closed, ...Object.fromEntries(others) })
  })

  test('is answered to the roles that may, and recorded', async () => {
    for (const role of roles) {
      const fixture = isReading ? unchanged : await buildOperatorFixture(site)
      const operator = await buildOperator(site.context, { role })
      expect([role, await answerTo(name, inputOf?.(fixture) ?? {}, operator)]).toEqual([role, answer])
      if (answer !== 'ok' || unrecorded || !isRecorded(name)) continue
      const entries = await site.context.db
        .selectFrom('auditLog')
        .select('act')
        .where('operatorId', '=', operator.operatorId)
        .execute()
      expect([name, entries.length > 0]).toEqual([name, true])
    }
  })

  test('asks for the password again where the table says so, and the roles are those of the contract', async () => {
    const { permission } = forOperators.find((endpoint) => nameOf(endpoint) === name) ?? {}
    expect(operatorRoles.filter((role) => permission && mayUse(role, permission))).toEqual(
      operatorRoles.filter((role) => roles.includes(role)),
    )
    const fixture = isReading || confirms ? unchanged : await buildOperatorFixture(site)
    const input = inputOf?.(fixture) ?? {}
    const operator = await buildOperator(site.context, { role: roles[0] ?? 'owner' })
    await site.context.db
      .updateTable('operatorSessions')
      .set({ confirmedAt: new Date(site.clock.now().getTime() - OPERATOR_CONFIRMATION_MS) })
      .where('operatorId', '=', operator.operatorId)
      .execute()
    expect(await answerTo(name, input, operator)).toBe(confirms ? 'operator.confirmation_required' : answer)
  })
})

/** Calls that change something, and files, which take data away. Reading calls are listed by their areas. */
function isRecorded(name: string) {
  return !name.startsWith('GET ') || operatorTable[name]?.[2]?.file === true
}

async function answerTo(name: string, { upload, ...input }: OperatorInput, { cookie }: { cookie?: string }) {
  const endpoint = ofConsole.find((each) => nameOf(each) === name)
  if (!endpoint) throw new Error(`there is no ${name}`)
  const caller = { headers: randomAddress(), ...(cookie && { cookie }), ...(upload && { file: image }) }
  const { statusCode, body } = await site.app.inject(await encodeCall(endpoint, input as never, caller))
  if (statusCode < 300) return 'ok'
  return (JSON.parse(body) as { error: { code: string } }).error.code
}
