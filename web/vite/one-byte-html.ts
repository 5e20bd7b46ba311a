import type { Plugin } from 'vite'

const MODULE = '/react-dom-server-legacy.node.production.js'
/** React's own code, which the plugin changes. */
const FUNCTION = `function escapeTextForBrowser(text) {`

/**
 * Makes React write characters beyond Latin-1 as numeric references (`&#8211;` for a dash) when it renders a page on the
 * server. V8 stores a text with two bytes per character as soon as one of them is beyond Latin-1, and every page has a
 * dash or an apostrophe: joining, measuring and sending the page then cost a third more. React escapes exactly the text
 * nodes and attributes, in which a browser reads references; scripts and styles, in which it does not, are passed on
 * as they are (`dangerouslySetInnerHTML`). See docs/decisions/0027-server-rendering.md.
 */
export function oneByteHtml(): Plugin {
  let isDone = false
  return {
    name: 'one-byte-html',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform(code, id) {
      if (!id.split('?')[0]?.endsWith(MODULE)) return undefined
      isDone = code.includes(FUNCTION)
      return { code: withReferences(code), map: null }
    },
    buildEnd(error) {
      if (!error && !isDone)
        this.error(`React's ${MODULE} has another escapeTextForBrowser now: adapt one-byte-html.ts.`)
    },
  }
}

/** Puts a function of ours in front of React's. */
export function withReferences(code: string) {
  const ours = String.raw`function escapeTextForBrowser(text) {
  // Nearly all texts and attributes are classes, ids and words: one look is enough for them.
  if ("string" === typeof text && !needsEscape.test(text)) return text;
  var escaped = escapeSyntaxForBrowser(text);
  return twoBytes.test(escaped) ? asOneByte(escaped) : escaped;
}
function asOneByte(text) {
  var known = oneByteTexts.get(text);
  if (known !== undefined) return known;
  // The result of a replacement has as many bytes per character as the text before it: it is copied.
  var copy = Buffer.from(text.replace(eachTwoBytes, referenceOf), "latin1").latin1Slice();
  if (oneByteTexts.size >= 2000) oneByteTexts.clear();
  if (text.length <= 200) oneByteTexts.set(text, copy);
  return copy;
}
function referenceOf(character) {
  var code = character.codePointAt(0);
  // A browser reads a reference to half a pair as the replacement character.
  return "&#" + (code >= 0xd800 && code <= 0xdfff ? 0xfffd : code) + ";";
}
var needsEscape = /["'&<>\u0100-\uffff]/, twoBytes = /[^\0-\xff]/, eachTwoBytes = /[^\0-\xff]/gu;
// The texts of the site, which occur on every page.
var oneByteTexts = new Map();
`
  return code.replace(FUNCTION, () => `${ours}function escapeSyntaxForBrowser(text) {`)
}
