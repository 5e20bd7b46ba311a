import type { Messages } from 'use-intl'
import type { Language } from '#contract/languages.ts'

/*
 * English comes in slices, each with the first file that uses it (web/vite/catalogues.ts), so a component
 * always has its English texts. Other languages are one file each, fetched on demand.
 */
// Typed as complete: a component that uses a slice has imported it.
const english = {} as Messages

/**
 * Called by the generated modules with the English of a slice or of a part of it. The object of a slice stays
 * the same, because translators keep it.
 * @public
 */
export function addEnglish<Slice extends keyof Messages>(slice: Slice, texts: Partial<Messages[Slice]>) {
  english[slice] = Object.assign(english[slice] ?? {}, texts)
}

/** The other languages, each of them: a language without a file here is an error of types. */
const catalogues: Record<Exclude<Language, 'en'>, () => Promise<{ default: Messages }>> = {
  fr: () => import('virtual:catalogue/fr'),
}

/** Their texts of the operators' console, which the catalogues of the browser lack. */
const consoleTexts: Record<Exclude<Language, 'en'>, () => Promise<{ default: Partial<Messages> }>> = {
  fr: () => import('virtual:console-texts/fr'),
}

export async function loadCatalogue(language: Language): Promise<Messages> {
  if (language === 'en') return english
  const isConsole = !import.meta.env.SSR && /^\/operator(?:\/|$)/.test(location.pathname)
  const [{ default: texts }, more] = await Promise.all([
    catalogues[language](),
    isConsole ? consoleTexts[language]() : null,
  ])
  // The same object for every page of the tab, because translators keep it.
  return Object.assign(texts, more?.default)
}
