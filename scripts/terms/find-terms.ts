import { bannedTerms, exceptions, excludedPaths, type BannedTerm } from './banned-terms.ts'

export interface Finding {
  path: string
  /** 0 for the path itself. */
  line: number
  form: string
  instead: string
}

interface Word {
  text: string
  /** Position in the line. */
  start: number
  end: number
  /** The identifier or word in one piece that this is a part of. */
  token: string
}

/** Form by its first word. */
const termsByFirstWord = Map.groupBy(
  bannedTerms.flatMap((term) => term.forms.map((form) => ({ form, words: form.split(' '), term }))),
  ({ words }) => (words[0] ?? '').toLowerCase(),
)

/** Returns the banned terms in a file's path and text. Identifiers are split into their words. */
export function findTerms(path: string, text: string): Finding[] {
  if (excludedPaths.some((pattern) => pattern.test(path))) return []
  return [path, ...text.split('\n')].flatMap((content, line) =>
    formsIn(content, path).map(({ form, term }) => ({ path, line, form, instead: term.instead })),
  )
}

function formsIn(content: string, path: string) {
  const words = wordsOf(content)
  return words.flatMap((word, index) =>
    (termsByFirstWord.get(word.text.toLowerCase()) ?? []).filter(({ form, words: expected, term }) => {
      const candidate = words.slice(index, index + expected.length)
      return matches(candidate, expected, term, content) && !isException({ form, path, content, start: word.start })
    }),
  )
}

function matches(candidate: Word[], expected: string[], { within }: BannedTerm, content: string) {
  const isEqual = expected.every((each, index) => {
    const text = candidate[index]?.text
    return each === (/[A-Z]/.test(each) ? text : text?.toLowerCase())
  })
  const [first] = candidate
  if (!isEqual || !first || !within) return isEqual
  const { token, start, text } = first
  if (within === 'declarations')
    return (
      token === text && /[a-z]/.test(text) && /\b(const|let|function|interface|type) $/.test(content.slice(0, start))
    )
  // All in one camelCase name that goes on.
  const isOneToken = candidate.every((word) => word.token === token)
  return isOneToken && /[a-z][A-Z]/.test(token) && (expected.length > 1 || token.length > text.length)
}

/** An exception's text is looked for close to the form, not anywhere in a long line. */
function isException({ form, path, content, start }: { form: string; path: string; content: string; start: number }) {
  const near = content.slice(Math.max(0, start - 40), start + form.length + 40)
  return exceptions.some(
    (exception) =>
      exception.form === form && (exception.path?.test(path) ?? true) && (exception.text?.test(near) ?? true),
  )
}

/** `untilAlive_2 her-own` has the words until, Alive, her, own. */
function wordsOf(content: string): Word[] {
  return [...content.matchAll(/[A-Za-z]+/g)].flatMap(({ 0: token, index }) =>
    [...token.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)].map((part) => ({
      text: part[0],
      start: index + part.index,
      end: index + part.index + part[0].length,
      token,
    })),
  )
}
