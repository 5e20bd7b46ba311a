import { setImmediate as yieldToOthers } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { DatabaseUnavailable, toDatabaseFault } from './faults.ts'
import { SharedStatements } from './shared-statements.ts'

afterEach(() => vi.useRealTimers())

/** Statements that end on demand. An input is the name of one, and its key is its first letter. */
function build() {
  const sent: { inputs: string; end: (error?: Error) => void }[] = []
  const send = (inputs: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve(inputs.map((input) => `${input} written`)))
      sent.push({ inputs: inputs.join(' '), end })
    })
  const statements = new SharedStatements<string, string>({
    write: send,
    keysOf: (input) => [input.charAt(0)],
  })
  return {
    write: (...inputs: string[]) => Promise.allSettled(inputs.map((input) => statements.write(input))),
    sent: () => sent.map(({ inputs }) => inputs),
    async end(index: number, error?: Error) {
      sent[index]?.end(error)
      await turn()
    },
  }
}

/** Waits for what is begun in a task of its own, and for what that begins. */
async function turn() {
  await yieldToOthers()
  await yieldToOthers()
}

const written = (...inputs: string[]) => inputs.map((input) => ({ status: 'fulfilled', value: `${input} written` }))

test('an input that comes alone is sent at once; those that come meanwhile share the next statement', async () => {
  const { write, sent, end } = build()
  const first = write('a')
  await turn()
  expect(sent()).toEqual(['a'])
  const others = write('b', 'c', 'd')
  await turn()
  expect(sent()).toEqual(['a'])
  await end(0)
  expect(sent()).toEqual(['a', 'b c d'])
  await end(1)
  expect([...(await first), ...(await others)]).toEqual(written('a', 'b', 'c', 'd'))
})

test('inputs that come together share a statement', async () => {
  const { write, sent, end } = build()
  const answers = write('a', 'b', 'c')
  await turn()
  expect(sent()).toEqual(['a b c'])
  await end(0)
  expect(await answers).toEqual(written('a', 'b', 'c'))
})

test('inputs with the same key do not share a statement, and keep their order', async () => {
  const { write, sent, end } = build()
  const answers = write('a1', 'b1', 'a2', 'c1', 'a3')
  await turn()
  expect(sent()).toEqual(['a1 b1 c1'])
  await end(0)
  expect(sent()).toEqual(['a1 b1 c1', 'a2'])
  await end(1)
  expect(sent().at(-1)).toBe('a3')
  await end(2)
  expect(await answers).toEqual(written('a1', 'b1', 'a2', 'c1', 'a3'))
})

test('one that loses against a concurrent statement fails alone: each is sent by itself', async () => {
  const { write, sent, end } = build()
  const answers = write('a', 'b', 'c')
  const lost = new pg.DatabaseError('duplicate key', 0, 'error')
  lost.code = '23505'
  await turn()
  await end(0, lost)
  expect(sent()).toEqual(['a b c', 'a'])
  await end(1)
  await end(2, lost)
  expect(sent().slice(2)).toEqual(['b', 'c'])
  await end(3)
  expect(await answers).toEqual([...written('a'), { status: 'rejected', reason: lost }, ...written('c')])
})

test.each(['55P03', '57014', '40P01', '22021'])(
  'after an error with SQLSTATE %s all are sent by themselves, and none waits for another',
  async (code) => {
    const { write, sent, end } = build()
    const answers = write('a', 'b', 'c')
    const failed = new pg.DatabaseError('locked', 0, 'error')
    failed.code = code
    await turn()
    await end(0, toDatabaseFault(failed) as Error)
    expect(sent()).toEqual(['a b c', 'a', 'b', 'c'])
    const later = write('b2', 'd')
    await turn()
    await end(1, failed)
    for (const index of [2, 3]) await end(index)
    expect(await answers).toEqual([{ status: 'rejected', reason: failed }, ...written('b', 'c')])
    expect(sent().at(-1)).toBe('b2 d')
    await end(4)
    expect(await later).toEqual(written('b2', 'd'))
  },
)

test('after a lost connection none is sent again: it may have been written', async () => {
  const { write, sent, end } = build()
  const answers = write('a', 'b')
  const lost = new DatabaseUnavailable(new Error('connection lost'))
  await turn()
  await end(0, lost)
  expect(sent()).toEqual(['a b'])
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('another failure is that of all in the statement', async () => {
  const { write, end } = build()
  const answers = write('a', 'b')
  const down = new Error('database is down')
  await turn()
  await end(0, down)
  const rejected = { status: 'rejected', reason: down }
  expect(await answers).toEqual([rejected, rejected])
  const later = write('c')
  await turn()
  await end(1)
  expect(await later).toEqual(written('c'))
})

test('a statement that waits for a lock does not hold up others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { write, sent, end } = build()
  const first = write('a')
  await turn()
  const second = write('b')
  vi.advanceTimersByTime(100)
  await turn()
  expect(sent()).toEqual(['a', 'b'])
  for (const index of [0, 1]) await end(index)
  expect([...(await first), ...(await second)]).toEqual(written('a', 'b'))
})

test('no input passes an earlier one with its key, also when that waits for a lock', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { write, sent, end } = build()
  const first = write('a1', 'b1')
  await turn()
  const second = write('a2', 'c1', 'a3')
  vi.advanceTimersByTime(100)
  await turn()
  expect(sent()).toEqual(['a1 b1', 'c1'])
  await end(1)
  const third = write('b2')
  await turn()
  expect(sent()).toEqual(['a1 b1', 'c1'])
  await end(0)
  expect(sent().at(-1)).toBe('a2 b2')
  await end(2)
  expect(sent().at(-1)).toBe('a3')
  await end(3)
  expect([...(await first), ...(await second), ...(await third)]).toEqual(written('a1', 'b1', 'a2', 'c1', 'a3', 'b2'))
})
