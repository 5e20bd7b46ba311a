import type { Language } from '#contract/languages.ts'
import type { Interest } from '#contract/settings/schemas.ts'
import type { Rng } from './random.ts'
import type { DemoTexts } from './texts/demo-texts.ts'
import { da } from './texts/da.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fi } from './texts/fi.ts'
import { fr } from './texts/fr.ts'
import { it } from './texts/it.ts'
import { nb } from './texts/nb.ts'
import { nl } from './texts/nl.ts'
import { pl } from './texts/pl.ts'
import { sv } from './texts/sv.ts'

/** Members of languages without texts write in English, also where a language lacks one of the kinds. */
const texts: Partial<Record<Language, Partial<DemoTexts>>> & { en: DemoTexts } = {
  da,
  de,
  en,
  es,
  fi,
  fr,
  it,
  nb,
  nl,
  pl,
  sv,
}

/** Returns the texts of a language. */
export function textsIn(language: Language): DemoTexts {
  return { ...texts.en, ...texts[language] }
}

export function aboutText(rng: Rng, { language, interests }: { language: Language; interests: Interest[] }) {
  const { openers, likes, closings } = textsIn(language).about
  const own = interests.map((interest) => likes[interest]).find((sentence) => sentence !== undefined)
  return [rng.pick(openers), own, rng.pick(closings)].filter(Boolean).join(' ')
}
