import { expect, test } from 'vitest'
import { findLongComments } from './find-long-comments.ts'

const words = 'word '.repeat(22).trimEnd()

test.each([
  ['a line comment', 'a.ts', `  // ${words}`],
  ['a comment after code', 'a.mjs', `send() // ${words}`],
  ['a docstring of one line', 'a.tsx', `/** ${words} */`],
  ['a comment in JSX', 'a.tsx', `{/* ${words} */}`],
  ['a line of a block', 'a.css', `/*\n  ${words} ${words}\n*/`],
  ['a statement', 'server/functions/a.sql', `-- ${words}`],
])('%s is rejected above 110 columns', (_place, path, text) => {
  expect(findLongComments(path, `start()\n${text}\nend()`)).toEqual([text.startsWith('/*\n') ? 3 : 2])
})

test.each([
  ['a comment of 110 columns', 'a.ts', `// ${'x'.repeat(107)}`],
  ['code', 'a.ts', `/* short */\nconst text = '${words}'`],
  ['a URL', 'a.ts', `// ${words} https://example.com/page`],
  ['an applied migration', 'server/migrations/0001-a.sql', `-- ${words}`],
  ['another kind of file', 'a.md', `-- ${words}`],
])('%s is accepted', (_kind, path, text) => {
  expect(findLongComments(path, text)).toEqual([])
})
