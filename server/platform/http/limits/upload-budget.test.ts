import { describe, expect, test } from 'vitest'
import { UploadBudget, type UploadRequest } from './upload-budget.ts'

const limits = {
  process: { uploads: 6, bytes: 600 },
  visitors: { uploads: 4, bytes: 400 },
  address: { uploads: 3, bytes: 300 },
  member: { uploads: 2, bytes: 200 },
}
const tooMany = { code: 'request.too_many', params: { seconds: 5 } }
const busy = { code: 'request.busy', params: { seconds: 5 } }

function open() {
  const budget = new UploadBudget(limits)
  let networks = 0
  /** Reserves for a visitor of a new address, or as given. */
  const reserve = (input: Partial<UploadRequest> = {}) =>
    budget.reserve({ ip: `192.0.2.${(networks += 1)}`, userId: undefined, bytes: 10, ...input })
  const begin = (input: Partial<UploadRequest> = {}) => {
    const place = reserve(input)
    place.beginFile()
    return place
  }
  return { reserve, begin }
}

describe('the budget of uploads', () => {
  test('is limited in number for an address, until one ends', () => {
    const { reserve } = open()
    const ip = '198.51.100.1'
    const releases = [1, 2, 3].map(() => reserve({ ip }))
    expect(() => reserve({ ip })).toThrow(expect.objectContaining(tooMany))
    expect(() => reserve()).not.toThrow()
    releases[0]?.release()
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
    const { begin } = open()
    for (const userId of [1, 2, 3, 4, 5, 6]) begin({ userId })
    expect(() => begin({ userId: 7 })).toThrow(expect.objectContaining(busy))
    expect(() => begin()).toThrow(expect.objectContaining(busy))
  })

  test('is limited in bytes for the process', () => {
    const { begin } = open()
    for (const userId of [1, 2, 3]) begin({ userId, bytes: 190 })
    expect(() => begin({ userId: 4, bytes: 31 })).toThrow(expect.objectContaining(busy))
    expect(() => begin({ userId: 4, bytes: 30 })).not.toThrow()
  })

  test('leaves room for members, however many visitors there are', () => {
    const { begin } = open()
    for (const _ of [1, 2, 3, 4]) begin()
    expect(() => begin()).toThrow(expect.objectContaining(busy))
    expect(() => begin({ userId: 1 })).not.toThrow()
  })

  test('is not used by forms without a file, nor before the file begins', () => {
    const { reserve, begin } = open()
    const places = Array.from({ length: 50 }, () => reserve({ bytes: 300 }))
    expect(() => begin({ userId: 1, bytes: 200 })).not.toThrow()
    for (const { release } of places) release()
    expect(() => begin({ userId: 2, bytes: 200 })).not.toThrow()
  })

  test('is not used by a rejected upload, and an upload is released once', () => {
    const { reserve, begin } = open()
    const places = [1, 2, 3, 4, 5, 6].map((userId) => begin({ userId }))
    const rejected = reserve({ ip: '198.51.100.1', userId: 7 })
    for (const _ of [1, 2, 3, 4]) expect(() => rejected.beginFile()).toThrow(expect.objectContaining(busy))
    rejected.release()
    for (const { release } of places) {
      release()
      release()
    }
    for (const userId of [1, 2, 3, 4, 5, 6]) begin({ userId })
    expect(() => begin({ userId: 7 })).toThrow(expect.objectContaining(busy))
  })
})
