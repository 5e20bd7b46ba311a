/** Texts of a catalogue by their keys, as in the files of `locales/`. */
export interface Texts {
  [key: string]: string | Texts
}

/** Returns the texts of a language, each that it lacks in English, so that a new language may be partial. */
export function withEnglish(english: Texts, texts: Texts): Texts {
  const result = { ...english }
  for (const [key, value] of Object.entries(texts)) {
    const below = result[key]
    result[key] = typeof value === 'object' && typeof below === 'object' ? withEnglish(below, value) : value
  }
  return result
}
