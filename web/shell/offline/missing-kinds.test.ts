import { expect, test } from 'vitest'
import { missingKindOf } from './missing-kinds.ts'

test.each([
  ['/members', 'members'],
  ['/members/abc', 'members'],
  ['/likes/received', 'likes'],
  ['/me', 'profile'],
  ['/profile/visitors', 'profile'],
  ['/credits/p1/ideal', 'credits'],
  ['/notifications', 'notifications'],
  ['/', 'other'],
  ['/terms', 'other'],
  ['/chats/unread', 'other'],
])('at %s it is %s', (path, kind) => expect(missingKindOf(path)).toBe(kind))
