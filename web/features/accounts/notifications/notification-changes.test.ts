import { expect, test } from 'vitest'
import { disabledKinds, withChanges } from './notification-changes.ts'

test('changes are applied in their order, above what is stored', () => {
  const changes = [
    { kind: 'like', isOn: true },
    { kind: 'promotions', isOn: false },
    { kind: 'push_like', isOn: true },
    { kind: 'push_like', isOn: false },
  ] as const
  expect(withChanges(['like', 'push_like', 'bounce'], changes)).toEqual(['bounce', 'promotions', 'push_like'])
})

test('a reason that stops all mails is no kind to be sent', () => {
  expect(disabledKinds(['bounce', 'push_like', 'promotions'])).toEqual(['promotions', 'push_like'])
})
