import type { Texts } from '../../contract/texts.ts'

/** Returns the English texts that a language lacks, in the same groups, and how many they are. */
export function missingTexts(english: Texts, own: Texts): { texts: Texts; count: number } {
  const texts: Texts = {}
  let total = 0
  for (const [key, value] of Object.entries(english)) {
    const there = own[key]
    if (typeof value === 'string') {
      if (typeof there === 'string') continue
      texts[key] = value
      total += 1
      continue
    }
    const lacking = missingTexts(value, typeof there === 'object' ? there : {})
    if (lacking.count > 0) texts[key] = lacking.texts
    total += lacking.count
  }
  return { texts, count: total }
}

/**
 * Returns a language's texts with others added, in the order of the English ones. Unknown keys are left out.
 */
export function addTexts(english: Texts, own: Texts, added: Texts = {}): Texts {
  const texts: Texts = {}
  for (const [key, value] of Object.entries(english)) {
    const there = added[key] ?? own[key]
    if (typeof value === 'string') {
      if (typeof there === 'string') texts[key] = there
      continue
    }
    const group = addTexts(value, groupOf(own[key]), groupOf(added[key]))
    if (Object.keys(group).length > 0) texts[key] = group
  }
  return texts
}

function groupOf(value: Texts[string] | undefined): Texts {
  return typeof value === 'object' ? value : {}
}
