import { expect, test } from 'vitest'
import type { Decision } from '#contract/moderation/cases.ts'
import { commonDecisions } from './bulk-decision.tsx'

const report: { allowed: Decision[] } = { allowed: ['none', 'warn', 'ban'] }
const removal: { allowed: Decision[] } = { allowed: ['none', 'warn', 'ban', 'resolve'] }
const appeal: { allowed: Decision[] } = { allowed: ['uphold', 'reverse'] }

test('several cases of one kind have all decisions of that kind', () => {
  expect(commonDecisions([removal, removal], { mayBan: true })).toEqual(['none', 'warn', 'ban', 'resolve'])
  expect(commonDecisions([appeal, appeal], { mayBan: true })).toEqual(['uphold', 'reverse'])
})

test('cases of different kinds have what all of them can have, or nothing', () => {
  expect(commonDecisions([removal, report], { mayBan: true })).toEqual(['none', 'warn', 'ban'])
  expect(commonDecisions([report, appeal], { mayBan: true })).toEqual([])
})

test('a ban is for operators who may ban', () => {
  expect(commonDecisions([report], { mayBan: false })).toEqual(['none', 'warn'])
})
