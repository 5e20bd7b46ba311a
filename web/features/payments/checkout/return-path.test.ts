import { expect, test } from 'vitest'
import { decodeReturnPath } from './return-path.ts'

const place = { path: '/members/0123456789abcd/chat', name: 'Ana', photo: 'ABCDEFGHIJKLMN', message: 'Hello' }

test.each(['/members/0123456789abcd/chat', '/members/0123456789abcd/chat?gift', '/chats/ABCDEFGHIJKLMN'])(
  'a conversation is returned to: %s',
  (path) => {
    expect(decodeReturnPath(JSON.stringify({ ...place, path }))).toEqual({ ...place, path })
  },
)

test.each([
  ['has no photo', { photo: null }],
  ['has the address of a photo instead of its id', { photo: '//example.com/a' }],
])('a place that %s has none', (_why, stored) => {
  expect(decodeReturnPath(JSON.stringify({ ...place, ...stored }))).toEqual({ ...place, photo: null })
})

test('a place that an earlier version stored has neither photo nor message', () => {
  const { path, name } = place
  expect(decodeReturnPath(JSON.stringify({ path, name }))).toEqual({ path, name, photo: null, message: '' })
})

test.each([
  ['nothing is stored', null],
  ['it is no JSON', '{'],
  ['it is a list', '[]'],
  ['it is a number', '1'],
  ['the name is missing', '{"path":"/chats/ABCDEFGHIJKLMN"}'],
  ['it leads to another site', '{"path":"//example.com/chats/ABCDEFGHIJKLMN","name":"Ana"}'],
  ['it is an address', '{"path":"https://example.com/chats/ABCDEFGHIJKLMN","name":"Ana"}'],
  ['it is a script', '{"path":"javascript:alert(1)","name":"Ana"}'],
  ['it is another page', '{"path":"/premium","name":"Ana"}'],
  ['it has another query', '{"path":"/members/0123456789abcd/chat?gift=//a","name":"Ana"}'],
  ['it goes on after the conversation', '{"path":"/chats/ABCDEFGHIJKLMN/..","name":"Ana"}'],
])('nothing is returned to if %s', (_why, text) => {
  expect(decodeReturnPath(text)).toBeNull()
})
