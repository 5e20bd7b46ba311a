import { expect, test } from 'vitest'
import { testsOf } from './changed-tests.ts'

const tests = [
  'server/features/chat/conversations/list.int.test.ts',
  'server/features/payments/providers/mollie.int.test.ts',
  'server/platform/jobs/jobs.int.test.ts',
  'tests/access/guards.int.test.ts',
  'tests/faults/chat.fault.ts',
  'tests/e2e/chat/chat.e2e.ts',
  'tests/e2e/chat/chat-offline.e2e.ts',
  'tests/e2e/payments/payments.e2e.ts',
]

test.each([
  ['a service', 'server/features/payments/service.ts', [tests[1], tests[7]]],
  ['a component', 'web/features/chat/conversation/feed.tsx', [tests[0], tests[5], tests[6]]],
  ['a call', 'contract/chat/calls.ts', [tests[0], tests[5], tests[6]]],
  ['a text', 'locales/fr/payments.json', [tests[1], tests[7]]],
  ['the platform', 'server/platform/jobs/jobs.ts', [tests[2]]],
  ['a test', 'tests/faults/chat.fault.ts', [tests[4]]],
  ['a page of the docs', 'docs/search.md', []],
])('%s has the tests of its slice', (_, path, expected) => {
  expect(testsOf([path], tests)).toEqual(expected)
})
