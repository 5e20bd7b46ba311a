import { expect, test } from 'vitest'
import { WorkQueue } from './work-queue.ts'

function pieces(count: number) {
  const started: number[] = []
  const all = Array.from({ length: count }, (_, index) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const work = () => {
      started.push(index)
      return promise
    }
    return { work, end: () => resolve(index), fail: () => reject(new Error('broken')) }
  })
  return { started, all }
}

test('runs a few at a time, in the order in which they came, and rejects what is too much', async () => {
  const queue = new WorkQueue({ maxRunning: 2, maxWaiting: 2 })
  const { started, all } = pieces(5)
  const results = all.map(({ work }) => queue.run(work))
  await expect(results[4]).rejects.toMatchObject({ code: 'request.busy', params: { seconds: 2 } })
  expect(started).toEqual([0, 1])
  all[1]?.end()
  expect(await results[1]).toBe(1)
  await expect.poll(() => started).toEqual([0, 1, 2])
  for (const piece of all) piece.end()
  expect(await Promise.all(results.slice(0, 4))).toEqual([0, 1, 2, 3])
  expect(await queue.run(async () => 'next')).toBe('next')
})

test('work that fails makes place, too', async () => {
  const queue = new WorkQueue({ maxRunning: 1, maxWaiting: 1 })
  const { all } = pieces(2)
  const [first, second] = all.map(({ work }) => queue.run(work))
  all[0]?.fail()
  await expect(first).rejects.toThrow('broken')
  all[1]?.end()
  expect(await second).toBe(1)
})
