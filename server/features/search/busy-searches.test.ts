import { expect, test } from 'vitest'
import { BusySearches } from './busy-searches.ts'

function pending() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { search: () => promise, resolve, reject }
}

test('the searches of a member run one after the other', async () => {
  const searches = new BusySearches()
  const first = pending()
  const started: string[] = []
  const running = searches.run(1, first.search)
  const next = searches.run(1, async () => started.push('second'))
  expect(await searches.run(2, async () => 'other')).toBe('other')
  expect(started).toEqual([])
  first.resolve('first')
  expect(await running).toBe('first')
  await next
  expect(started).toEqual(['second'])
})

test('a member with many searches that wait is rejected, and not any more once they have ended', async () => {
  const searches = new BusySearches()
  const first = pending()
  const waiting = Array.from({ length: 8 }, () => searches.run(1, first.search))
  await expect(searches.run(1, async () => 'ninth')).rejects.toMatchObject({ code: 'request.too_many' })
  first.resolve('first')
  await Promise.all(waiting)
  expect(await searches.run(1, async () => 'next')).toBe('next')
})

test('a search that fails makes way, too', async () => {
  const searches = new BusySearches()
  await expect(searches.run(1, async () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(await searches.run(1, async () => 'next')).toBe('next')
})

test('all members together run a few', async () => {
  const searches = new BusySearches({ maxRunning: 2 })
  const [one, two] = [pending(), pending()]
  const running = [searches.run(1, one.search), searches.run(2, two.search)]
  await Promise.resolve()
  await expect(searches.run(3, async () => 'third')).rejects.toMatchObject({ code: 'request.busy' })
  one.resolve('one')
  await running[0]
  expect(await searches.run(3, async () => 'third')).toBe('third')
  two.resolve('two')
  await running[1]
})
