import { expect, test } from 'vitest'
import { findTerms } from './find-terms.ts'

test.each([
  ['a comment', 'server/likes.ts', '// The refusal goes to whom it concerns.', ['refusal', 'whom']],
  ['an identifier', 'server/likes.ts', 'const untilAlive = sendWishes()', ['alive', 'wishes']],
  ['a constant', 'server/likes.ts', 'const LIKE_REFUSALS = 3', ['refusals']],
  ['a test name', 'server/likes.test.ts', `test('nobody likes herself', () => {`, ['nobody', 'herself']],
  ['a document', 'docs/decisions/0001-example.md', 'The page is drawn anew.', ['drawn', 'anew']],
  ['a word in capitals', 'docs/example.md', 'NEWS', ['news']],
  ['a part of a name', 'web/tabs.ts', 'const tabLook = takePhoto()', ['look', 'take']],
  ['two words of a name', 'web/socket.ts', 'function comeBack() {}', ['come back']],
  ['a declaration', 'server/likes.ts', 'const known = find(), shown = 1', ['known']],
  ['a clause as a name', 'server/likes.ts', 'if (isTooLong(text)) goOn()', ['is too', 'go on']],
  ['a type name', 'server/likes.ts', 'function like(world: World) {}', ['World']],
])('a banned term is found in %s', (_place, path, line, forms) => {
  const findings = findTerms(path, `first line\n${line}`)
  expect(findings.map(({ form }) => form)).toEqual(forms)
  expect(findings.every((finding) => finding.line === 2 && finding.path === path)).toBe(true)
})

test('a banned term is found in a file name', () => {
  expect(findTerms('web/ui/picture-frame.tsx', '')).toMatchObject([
    { line: 0, form: 'picture' },
    { line: 0, form: 'frame' },
  ])
})

test.each([
  ['longer words', 'const drawer = lookalikes + heartbeat + threshold'],
  ['ordinary uses of words that are banned in names only', 'Take the way that you look at; hold it.'],
  ['banned declarations elsewhere', 'function isKnown({ found }) { return known.chosenMethod }'],
  ['a word with another case', 'The test of two worlds, and a world beyond.'],
  ['exceptions', 'requestAnimationFrame(keepAlive); // frame-ancestors'],
])('%s are no findings', (_kind, line) => {
  expect(findTerms('web/example.ts', line)).toEqual([])
})

test('an exception covers only text beside it', () => {
  const line = `requestAnimationFrame(render)${' '.repeat(60)}// the next frame`
  expect(findTerms('web/example.ts', line)).toMatchObject([{ form: 'frame' }])
})

test.each(['locales/en/chat.json', 'server/migrations/0001-accounts.sql', 'package-lock.json'])(
  '%s is not searched',
  (path) => {
    expect(findTerms(path, 'nobody')).toEqual([])
  },
)
