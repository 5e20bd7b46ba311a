import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chatStore, clearChatStore } from './chat-store.ts'

/** The browser's database: it can be full, so that it is only read, or closed to the page. */
const database = vi.hoisted(() => {
  const values = new Map<string, [key: unknown, value: unknown]>()
  return { values, reads: [] as string[], isFull: false, isClosed: false }
})

vi.mock('idb-keyval', () => {
  const { values } = database
  function check(isWrite: boolean) {
    if (database.isClosed || (isWrite && database.isFull)) throw new DOMException('no', 'QuotaExceededError')
  }
  function read(key: unknown) {
    database.reads.push(String(key))
    return values.get(String(key))?.[1]
  }
  const objectStore = {
    transaction: { db: {} },
    get(key: unknown) {
      check(false)
      const request = Object.assign(new EventTarget(), { result: read(key) })
      queueMicrotask(() => request.dispatchEvent(new Event('success')))
      return request
    },
    put(value: unknown, key: unknown) {
      check(true)
      values.set(String(key), [key, value])
    },
    delete(key: unknown) {
      check(false)
      values.delete(String(key))
    },
  }
  return {
    createStore: () => async (_mode: string, work: (store: unknown) => unknown) => work(objectStore),
    promisifyRequest: () => Promise.resolve(),
    async get(key: unknown) {
      check(false)
      return read(key)
    },
    async getMany(keys: unknown[]) {
      check(false)
      return keys.map(read)
    },
    async keys() {
      check(false)
      return [...values.values()].map(([key]) => key)
    },
    async clear() {
      values.clear()
    },
  }
})

const append = (item: string) => (value: unknown) => [...(Array.isArray(value) ? value : []), item]
const store = chatStore('me')

beforeEach(() => Object.assign(database, { isFull: false, isClosed: false }))
afterEach(clearChatStore)

test('what a full database does not take is kept in the page, after what it has', async () => {
  await store.change('outbox', 'ana', append('one'))
  database.isFull = true
  await store.change('outbox', 'ana', append('two'))
  await store.change('outbox', 'ana', append('three'))
  await store.write('draft', 'ben', 'Hello')
  expect(await store.read('outbox', 'ana')).toEqual(['one', 'two', 'three'])
  expect(await store.read('draft', 'ben')).toBe('Hello')
  expect(await store.list('outbox')).toEqual([['ana', ['one', 'two', 'three']]])
})

test('it goes into the database as soon as it takes it, once', async () => {
  database.isFull = true
  await store.change('outbox', 'ana', append('one'))
  database.isFull = false
  await store.change('outbox', 'ana', append('two'))
  expect(database.values.get('me,outbox,ana')?.[1]).toEqual(['one', 'two'])
  expect(await store.read('outbox', 'ana')).toEqual(['one', 'two'])
  await store.change('outbox', 'ana', () => [])
  expect(await store.read('outbox', 'ana')).toEqual([])
})

test('a value that was removed does not come back', async () => {
  database.isFull = true
  await store.write('draft', 'ana', 'Hello')
  await store.remove('draft', 'ana')
  expect(await store.read('draft', 'ana')).toBeUndefined()
  expect(await store.list('draft')).toEqual([])
})

test('without a database everything is kept in the page', async () => {
  database.isClosed = true
  await store.change('outbox', 'ana', append('one'))
  await store.change('outbox', 'ana', append('two'))
  expect(await store.list('outbox')).toEqual([['ana', ['one', 'two']]])
})

test('one that cannot be removed from the database is gone for this page', async () => {
  await store.write('draft', 'ana', 'Hello')
  database.isClosed = true
  await store.remove('draft', 'ana')
  database.isClosed = false
  expect([await store.read('draft', 'ana'), await store.ids('draft'), await store.list('draft')]).toEqual([
    undefined,
    [],
    [],
  ])
})

test('a list reads the values of its kind alone, and the ids none', async () => {
  await store.write('conversation', 'ana', 'a long conversation')
  await store.write('outbox', 'ana', ['one'])
  await chatStore('other').write('outbox', 'ana', ['of another member'])
  database.reads.length = 0
  expect(await store.ids('conversation')).toEqual(['ana'])
  expect(database.reads).toEqual([])
  expect(await store.list('outbox')).toEqual([['ana', ['one']]])
  expect(database.reads).toEqual(['me,outbox,ana'])
})
