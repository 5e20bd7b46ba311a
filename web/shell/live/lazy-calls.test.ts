import { expect, onTestFinished, test, vi } from 'vitest'
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

test('a call that fails is reported, and those after it still run', async () => {
  const report = vi.fn<typeof reportError>()
  vi.stubGlobal('reportError', report)
  onTestFinished(() => void vi.unstubAllGlobals())
  const log: string[] = []
  const run = createLazyCalls({ load: async () => module(log), onFailure: () => log.push('failed') })
  const error = new Error('a bug in a handler')
  run(() => {
    throw error
  })
  run(({ add }) => add('second'))
  await vi.waitFor(() => expect(log).toEqual(['second']))
  expect(report.mock.calls).toEqual([[error]])
})
