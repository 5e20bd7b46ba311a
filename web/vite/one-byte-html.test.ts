import { readFileSync } from 'node:fs'
import { isStringOneByteRepresentation } from 'node:v8'
import { expect, test } from 'vitest'
import { withReferences } from './one-byte-html.ts'

const path = new URL('../../node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js', import.meta.url)

/** React's function with ours in front of it, cut out of the changed module. */
function escapeOf() {
  const code = withReferences(readFileSync(path, 'utf8'))
  const start = code.indexOf('matchHtmlRegExp = ')
  const end = code.indexOf('var uppercasePattern')
  // oxlint-disable-next-line typescript/no-implied-eval -- Code of React and of this project, none of a visitor.
  return new Function(`var ${code.slice(start, end)}; return escapeTextForBrowser`)() as (text: unknown) => string
}

const escape = escapeOf()

test('characters beyond Latin-1 become references, so that the page is stored with one byte per character', () => {
  expect(escape('18 – 25')).toBe('18 &#8211; 25')
  expect(escape('l’été à Łódź')).toBe('l&#8217;été à &#321;ód&#378;')
})

test('a character of two units is one reference', () => {
  expect(escape('🙂')).toBe('&#128578;')
})

test('what React escapes stays escaped, and is not escaped twice', () => {
  expect(escape(`<a title="'&">–</a>`)).toBe('&lt;a title=&quot;&#x27;&amp;&quot;&gt;&#8211;&lt;/a&gt;')
  expect(escape('&#8211;')).toBe('&amp;#8211;')
})

test('half of a pair cannot become a broken reference', () => {
  expect(escape('a\uD83Db')).toBe('a&#65533;b')
})

test('texts in Latin-1, numbers and booleans stay', () => {
  expect(escape('Zoë')).toBe('Zoë')
  expect(escape(3)).toBe('3')
  expect(escape(true)).toBe('true')
})

test('what was escaped is stored with one byte per character, also the second time', () => {
  for (const text of ['18 – 25', 'l’été à Łódź & more', '18 – 25', 'long – '.repeat(100)]) {
    expect(isStringOneByteRepresentation(text)).toBe(false)
    expect(isStringOneByteRepresentation(escape(text))).toBe(true)
  }
  expect(escape('18 – 25')).toBe('18 &#8211; 25')
})
