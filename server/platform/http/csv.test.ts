import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { csvLine, csvReply } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '|cmd', '%0a=1'])(
  'a text that a spreadsheet would run is a text: %j',
  (text_) => {
    expect(csvLine([text_])).toMatch(/^"?'/)
  },
)

test('numbers, dates and nothing are written as they are', () => {
  expect(csvLine([-5, 1.5, new Date('2027-01-02T03:04:05Z'), null, true])).toBe(
    '-5,1.5,2027-01-02T03:04:05.000Z,,true\r\n',
  )
})

test('quotes, commas and line breaks stay in their cell', () => {
  expect(csvLine(['a,b', 'say "x"', 'two\nlines', 'plain'])).toBe('"a,b","say ""x""","two\nlines",plain\r\n')
})

test('rows are read while they are sent', async () => {
  let read = 0
  async function* rows() {
    for (; read < 10_000; read += 1) yield [read]
  }
  const { content } = csvReply({ name: 'a.csv', columns: ['n'], rows: rows() })
  const first = await new Promise<string>((resolve) => {
    content.once('data', (chunk) => resolve(String(chunk)))
  })
  expect(first.startsWith('\uFEFFn\r\n0\r\n')).toBe(true)
  expect(read).toBeLessThan(10_000)
  expect((await text(content)).trimEnd().split('\r\n').at(-1)).toBe('9999')
})

test('of a million rows only a few thousand are in memory at a time', async () => {
  const [total, name] = [1_000_000, `=Ana, "Bé"`]
  let [read, sent, most] = [0, 0, 0]
  async function* rows() {
    for (; read < total; read += 1) yield [read, name]
  }
  const { content } = csvReply({ name: 'a.csv', columns: ['n', 'name'], rows: rows() })
  for await (const chunk of content) {
    sent += String(chunk).split('\r\n').length - 1
    most = Math.max(most, read - sent)
  }
  expect(sent).toBe(total + 1)
  expect(most).toBeLessThan(10_000)
})
