import { expect, test } from 'vitest'
import { BusySearches } from './busy-searches.ts'

function pending() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { search: () => promise, resolve, reject }
}

test('a member runs one search at a time, and the next one when it has ended', async () => {
  const searches = new BusySearches()
  const first = pending()
  const running = searches.run(1, first.search)
  await expect(searches.run(1, async () => 'second')).rejects.toMatchObject({ code: 'request.too_many' })
  expect(await searches.run(2, async () => 'other')).toBe('other')
  first.resolve('first')
  expect(await running).toBe('first')
  expect(await searches.run(1, async () => 'second')).toBe('second')
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
  await expect(searches.run(3, async () => 'third')).rejects.toMatchObject({ code: 'request.busy' })
  one.resolve('one')
  await running[0]
  expect(await searches.run(3, async () => 'third')).toBe('third')
  two.resolve('two')
  await running[1]
})
