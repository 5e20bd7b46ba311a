import { expect, test } from 'vitest'
import { giftKey, readOpened, storeOpened } from './opened-gifts.ts'

function storageOf(stored: string | null = null) {
  let value = stored
  return {
    getItem: () => value,
    setItem: (_key: string, next: string) => {
      value = next
      return true
    },
  }
}

test('gifts of different messages are opened one by one', () => {
  const storage = storageOf()
  storeOpened(storage, giftKey({ conversationId: 'c', seq: 1 }))
  storeOpened(storage, giftKey({ conversationId: 'd', seq: 1 }))
  expect(readOpened(storage)).toEqual(['c:1', 'd:1'])
})

test('a gift that is opened again is stored once', () => {
  const storage = storageOf('["c:1","c:2"]')
  storeOpened(storage, 'c:1')
  expect(readOpened(storage)).toEqual(['c:2', 'c:1'])
})

test('of very many only the latest are stored', () => {
  const storage = storageOf(JSON.stringify(Array.from({ length: 300 }, (_, index) => `c:${index}`)))
  storeOpened(storage, 'c:300')
  expect(readOpened(storage)).toHaveLength(300)
  expect(readOpened(storage).at(0)).toBe('c:1')
  expect(readOpened(storage).at(-1)).toBe('c:300')
})

test.each(['{', '{"c:1":true}', 'null', '7'])('of the value %s nothing counts', (stored) => {
  expect(readOpened(storageOf(stored))).toEqual([])
})

test('of a list only texts count', () => {
  expect(readOpened(storageOf('[1,"c:1",null]'))).toEqual(['c:1'])
})

test('the caller learns that the browser stored nothing', () => {
  expect(storeOpened({ getItem: () => null, setItem: () => false }, 'c:1')).toBe(false)
})
