import { PASSWORD_MIN_SCORE } from '#contract/limits.ts'
import { loadOnce } from '#server/platform/load-once.ts'

/** Characters of a password that are analysed, because the time grows with the square of the length. */
const ANALYSED_LENGTH = 32
/** Readings tried of `p@ssw0rd` as a word; the library's own limit takes seconds for some passwords. */
const LEET_SUBSTITUTIONS = 4

/**
 * Returns whether a password is among the first that an attacker tries, by an estimate of the guesses needed:
 * common passwords, words and names with digits and symbols around them, dates, sequences, repetitions,
 * keyboard rows, and `personalTexts`, which is what others may know about the member and the site (ACC-9).
 */
export async function isGuessable(password: string, { personalTexts }: { personalTexts: string[] }) {
  const { check } = await estimator()
  const words = personalTexts.flatMap((text) => [text, ...text.split(/[\s@.]+/)])
  const inputs = words.filter((text) => text !== '')
  return check(password.slice(0, ANALYSED_LENGTH), inputs).score < PASSWORD_MIN_SCORE
}

/** Loads the dictionaries on first use: they take most of a second and tens of megabytes. */
const estimator = loadOnce(async () => {
  const [{ ZxcvbnFactory }, common, english, french] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
    import('@zxcvbn-ts/language-fr'),
  ])
  const factory = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, ...french.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: ANALYSED_LENGTH,
    l33tMaxSubstitutions: LEET_SUBSTITUTIONS,
  })
  return { check: (password: string, inputs: string[]) => factory.check(password, inputs) }
})
