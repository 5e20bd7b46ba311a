import { describe, expect, test } from 'vitest'
import { UploadBudget } from './upload-budget.ts'

const limits = {
  process: { uploads: 6, bytes: 600 },
  address: { uploads: 3, bytes: 300 },
  member: { uploads: 2, bytes: 200 },
}
const tooMany = { code: 'request.too_many', params: { seconds: 5 } }
const busy = { code: 'request.busy', params: { seconds: 5 } }

function open() {
  const budget = new UploadBudget(limits)
  let networks = 0
  return {
    budget,
    /** Reserves for a visitor of a new address, or as given. */
    reserve: (input: { ip?: string; userId?: number; bytes?: number } = {}) =>
      budget.reserve({ ip: `192.0.2.${(networks += 1)}`, userId: undefined, bytes: 10, ...input }),
  }
}

describe('the budget of uploads', () => {
  test('is limited in number for an address, until one ends', () => {
    const { reserve } = open()
    const ip = '198.51.100.1'
    const releases = [1, 2, 3].map(() => reserve({ ip }))
    expect(() => reserve({ ip })).toThrow(expect.objectContaining(tooMany))
    expect(() => reserve()).not.toThrow()
    releases[0]?.()
    expect(() => reserve({ ip })).not.toThrow()
  })

  test('is limited in bytes for an address', () => {
    const { reserve } = open()
    const ip = '198.51.100.1'
    reserve({ ip, bytes: 200 })
    expect(() => reserve({ ip, bytes: 101 })).toThrow(expect.objectContaining(tooMany))
    expect(() => reserve({ ip, bytes: 100 })).not.toThrow()
  })

  test('is shared by the addresses of one IPv6 network', () => {
    const { reserve } = open()
    for (const last of [1, 2, 3]) reserve({ ip: `2001:db8:0:1::${last}` })
    expect(() => reserve({ ip: '2001:db8:0:1::4' })).toThrow(expect.objectContaining(tooMany))
    expect(() => reserve({ ip: '2001:db8:0:2::4' })).not.toThrow()
  })

  test('is limited for a member on several addresses', () => {
    const { reserve } = open()
    reserve({ userId: 1 })
    reserve({ userId: 1 })
    expect(() => reserve({ userId: 1 })).toThrow(expect.objectContaining(tooMany))
    expect(() => reserve({ userId: 2 })).not.toThrow()
  })

  test('is limited for the process, even if each comes from another address', () => {
    const { reserve } = open()
    for (const _ of [1, 2, 3, 4, 5, 6]) reserve()
    expect(() => reserve()).toThrow(expect.objectContaining(busy))
  })

  test('is not used by a rejected upload', () => {
    const { reserve } = open()
    const releases = [1, 2, 3, 4, 5, 6].map(() => reserve())
    for (const _ of [1, 2, 3, 4]) expect(() => reserve({ ip: '198.51.100.1' })).toThrow(expect.objectContaining(busy))
    for (const release of releases) release()
    for (const _ of [1, 2, 3]) expect(() => reserve({ ip: '198.51.100.1' })).not.toThrow()
  })
})
