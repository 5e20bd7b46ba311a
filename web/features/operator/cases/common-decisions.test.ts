import { expect, test } from 'vitest'
import { commonDecisions } from './common-decisions.ts'

const report = { allowed: ['none', 'warn', 'ban'] as const }
const removal = { allowed: ['none', 'warn', 'ban', 'resolve'] as const }
const appeal = { allowed: ['uphold', 'reverse'] as const }
const common = (cases: { allowed: readonly (typeof removal.allowed | typeof appeal.allowed)[number][] }[]) =>
  commonDecisions(
    cases.map(({ allowed }) => ({ allowed: [...allowed] })),
    { mayBan: true },
  )

test('several cases of one kind have all decisions of that kind', () => {
  expect(common([removal, removal])).toEqual(['none', 'warn', 'ban', 'resolve'])
  expect(common([appeal, appeal])).toEqual(['uphold', 'reverse'])
})

test('cases of different kinds have what all of them can have, or nothing', () => {
  expect(common([removal, report])).toEqual(['none', 'warn', 'ban'])
  expect(common([report, appeal])).toEqual([])
})

test('a ban is for operators who may ban', () => {
  expect(commonDecisions([{ allowed: [...report.allowed] }], { mayBan: false })).toEqual(['none', 'warn'])
})
