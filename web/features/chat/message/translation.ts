/*
 * The browser's Translator and LanguageDetector APIs, which translate on the device: no text leaves it.
 * TypeScript does not have them yet.
 */

type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available'

interface TranslatorApi {
  availability: (pair: LanguagePair) => Promise<Availability>
  create: (pair: LanguagePair) => Promise<{ translate: (text: string) => Promise<string>; destroy: () => void }>
}

interface DetectorApi {
  create: () => Promise<{ detect: (text: string) => Promise<{ detectedLanguage: string }[]>; destroy: () => void }>
}

interface LanguagePair {
  sourceLanguage: string
  targetLanguage: string
}

interface TranslationApis {
  translator: TranslatorApi
  detector: DetectorApi
}

/** Returns the browser's APIs, or null where it does not offer both. */
export function translationApis(scope: object): TranslationApis | null {
  const { Translator: translator, LanguageDetector: detector } = scope as {
    Translator?: TranslatorApi
    LanguageDetector?: DetectorApi
  }
  return translator && detector ? { translator, detector } : null
}

export type Translation = { kind: 'translated'; text: string } | { kind: 'same' } | { kind: 'unavailable' }

/** Translates a text into the reader's language. `same`: it is written in that language already. */
export async function translate(
  { translator, detector }: TranslationApis,
  { text, language }: { text: string; language: string },
): Promise<Translation> {
  const sourceLanguage = await detect(detector, text)
  if (!sourceLanguage) return { kind: 'unavailable' }
  if (sourceLanguage === language) return { kind: 'same' }
  const pair = { sourceLanguage, targetLanguage: language }
  if ((await translator.availability(pair)) === 'unavailable') return { kind: 'unavailable' }
  const current = await translator.create(pair)
  try {
    return { kind: 'translated', text: await current.translate(text) }
  } finally {
    current.destroy()
  }
}

/** Returns the language of a text without its region; null if it is not clear. */
async function detect(detector: DetectorApi, text: string) {
  const current = await detector.create()
  try {
    const [best] = await current.detect(text)
    return best && best.detectedLanguage !== 'und' ? (best.detectedLanguage.split('-')[0] ?? null) : null
  } finally {
    current.destroy()
  }
}
