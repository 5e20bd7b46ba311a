import { setImmediate as yieldToOthers } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { SharedStatements } from './shared-statements.ts'

afterEach(() => vi.useRealTimers())

/** Statements that end when the test says so. An input is the name of one, and its key is its first letter. */
function build() {
  const sent: { inputs: string; end: (error?: Error) => void }[] = []
  const send = (inputs: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve(inputs.map((input) => `${input} written`)))
      sent.push({ inputs: inputs.join(' '), end })
    })
  const statements = new SharedStatements<string, string>({
    one: async (input) => (await send([input]))[0] ?? null,
    many: send,
    keysOf: (input) => [input.charAt(0)],
  })
  return {
    write: (...inputs: string[]) => Promise.allSettled(inputs.map((input) => statements.write(input))),
    sent: () => sent.map(({ inputs }) => inputs),
    async end(index: number, error?: Error) {
      sent[index]?.end(error)
      // What waits for the statement goes on in tasks of its own.
      await yieldToOthers()
    },
  }
}

const written = (...inputs: string[]) => inputs.map((input) => ({ status: 'fulfilled', value: `${input} written` }))

test('an input that comes alone is sent at once; those that come meanwhile share the next statement', async () => {
  const { write, sent, end } = build()
  const answers = write('a', 'b', 'c', 'd', 'e')
  expect(sent()).toEqual(['a', 'b'])
  await end(1)
  expect(sent()).toEqual(['a', 'b', 'c d e'])
  await end(0)
  await end(2)
  expect(await answers).toEqual(written('a', 'b', 'c', 'd', 'e'))
})

test('inputs with the same key do not share a statement, and keep their order', async () => {
  const { write, sent, end } = build()
  const answers = write('a1', 'b1', 'c1', 'c2', 'd1', 'c3')
  await end(0)
  expect(sent()).toEqual(['a1', 'b1', 'c1 d1'])
  await end(1)
  expect(sent()).toEqual(['a1', 'b1', 'c1 d1', 'c2'])
  await end(2)
  expect(sent().at(-1)).toBe('c3')
  await end(3)
  await end(4)
  expect(await answers).toEqual(written('a1', 'b1', 'c1', 'c2', 'd1', 'c3'))
})

test('one that loses against a concurrent statement fails alone: each is sent by itself', async () => {
  const { write, sent, end } = build()
  const answers = write('a', 'b', 'c', 'd')
  const lost = new pg.DatabaseError('duplicate key', 0, 'error')
  lost.code = '23505'
  await end(0)
  await end(2, lost)
  expect(sent().slice(3)).toEqual(['c'])
  await end(3, lost)
  expect(sent().slice(4)).toEqual(['d'])
  await end(4)
  await end(1)
  expect(await answers).toEqual([...written('a', 'b'), { status: 'rejected', reason: lost }, ...written('d')])
})

test('another failure is that of all in the statement', async () => {
  const { write, end } = build()
  const answers = write('a', 'b', 'c', 'd')
  const down = new Error('database is down')
  await end(0)
  await end(2, down)
  await end(1)
  const rejected = { status: 'rejected', reason: down }
  expect(await answers).toEqual([...written('a', 'b'), rejected, rejected])
})

test('a statement that waits for a lock does not hold up others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { write, sent, end } = build()
  const answers = write('a', 'b', 'c')
  expect(sent()).toEqual(['a', 'b'])
  vi.advanceTimersByTime(100)
  expect(sent()).toEqual(['a', 'b', 'c'])
  for (const index of [0, 1, 2]) await end(index)
  expect(await answers).toEqual(written('a', 'b', 'c'))
})
