import { expect, test } from 'vitest'
import { decodeReturnPath } from './return-path.ts'

test.each(['/members/0123456789abcd/chat', '/chats/ABCDEFGHIJKLMN'])('a conversation is returned to: %s', (path) => {
  expect(decodeReturnPath(JSON.stringify({ path, name: 'Ana' }))).toEqual({ path, name: 'Ana' })
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
  ['it goes on after the conversation', '{"path":"/chats/ABCDEFGHIJKLMN/..","name":"Ana"}'],
])('nothing is returned to if %s', (_why, text) => {
  expect(decodeReturnPath(text)).toBeNull()
})
