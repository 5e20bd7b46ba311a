import { expect, test, vi } from 'vitest'
import { getOrLoad, loadOnce } from './load-once.ts'

test('a value is loaded once for each key, also by calls at the same time', async () => {
  const store = new Map<string, Promise<string>>()
  const load = vi.fn<(key: string) => Promise<string>>(async (key) => `value of ${key}`)
  const get = (key: string) => getOrLoad(store, key, () => load(key))
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual(['value of a', 'value of a', 'value of b'])
  expect(await get('a')).toBe('value of a')
  expect(load.mock.calls).toEqual([['a'], ['b']])
})

test('all who wait for a load that fails get the error, and the next call loads again', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('EMFILE')).mockResolvedValue('loaded')
  const get = loadOnce(load)
  expect(await Promise.allSettled([get(), get()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(await get()).toBe('loaded')
  expect(await get()).toBe('loaded')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a failure does not remove what was loaded in its place', async () => {
  const store = new Map<string, Promise<string>>()
  const { promise, reject } = Promise.withResolvers<string>()
  const failing = getOrLoad(store, 'a', () => promise)
  store.set('a', Promise.resolve('newer'))
  reject(new Error('late'))
  await expect(failing).rejects.toThrow('late')
  expect(await getOrLoad(store, 'a', async () => 'again')).toBe('newer')
})
