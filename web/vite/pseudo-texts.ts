import compile from 'icu-minify/compile'
import type { Texts } from '#contract/texts.ts'

/**
 * Returns texts of which each is in brackets and about twice as long. On a screen in them, what is outside of
 * brackets is written into the code, and what has no room for a longer language is cut.
 */
export function pseudoTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoText(value) : pseudoTexts(value),
    ]),
  )
}

/** A text keeps its variables and tags; its own words are repeated behind it. */
function pseudoText(text: string) {
  const words = wordsOf(compile(text))
    .replaceAll(/[#'<>{|}]/g, '')
    .trim()
  return `⟦${text}${words && ` ${words}`}⟧`
}

/**
 * A compiled message is a text, 0 for `#`, or a list of parts. A part with a variable begins with its name,
 * and has a number and the cases of its value; one with a tag begins with its name, and has parts.
 */
function wordsOf(node: unknown): string {
  if (typeof node === 'string') return node
  if (!Array.isArray(node)) return ''
  return node.map((part: unknown) => (Array.isArray(part) ? wordsOfPart(part) : wordsOf(part))).join('')
}

function wordsOfPart([, ...rest]: unknown[]) {
  const [kind, cases] = rest
  if (typeof kind !== 'number') return wordsOf(rest)
  return typeof cases === 'object' && cases !== null && 'other' in cases ? wordsOf(cases.other) : ''
}
