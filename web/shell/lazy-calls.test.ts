import { expect, test, vi } from 'vitest'
import { createLazyCalls } from './lazy-calls.ts'

const module = (log: string[]) => ({ add: (entry: string) => void log.push(entry) })

test('calls wait for the module and keep their order, and later ones run at once', async () => {
  const log: string[] = []
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof module>>()
  const load = vi.fn<() => typeof promise>(() => promise)
  const run = createLazyCalls({ load, onFailure: () => log.push('failed') })
  run(({ add }) => add('first'))
  run(({ add }) => add('second'))
  expect(log).toEqual([])
  resolve(module(log))
  await vi.waitFor(() => expect(log).toEqual(['first', 'second']))
  run(({ add }) => add('third'))
  expect(log).toEqual(['first', 'second', 'third'])
  expect(load).toHaveBeenCalledOnce()
})

test('calls of a module that cannot be loaded are reported once, and the next call tries again', async () => {
  const log: string[] = []
  const load = vi.fn<() => Promise<ReturnType<typeof module>>>()
  load.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(module(log))
  const run = createLazyCalls({ load, onFailure: () => log.push('failed') })
  run(({ add }) => add('lost'))
  run(({ add }) => add('lost too'))
  await vi.waitFor(() => expect(log).toEqual(['failed']))
  run(({ add }) => add('next'))
  await vi.waitFor(() => expect(log).toEqual(['failed', 'next']))
})
