import type { Messages } from 'use-intl'
import { defaultLanguage, type Language } from '#contract/languages.ts'

/*
 * The texts of the page's language come in slices, each with the first file that uses it, because all files
 * of a page are those of its language (web/vite/language-files.ts): a component always has its texts. Another
 * language, chosen in an open tab, is one file. The server has English in slices and the others whole.
 */
/** Only the files of a browser's build have one; on the server and during development it is English. */
const filesLanguage: string = import.meta.env.FILES_LANGUAGE ?? defaultLanguage
// Typed as complete: a component that uses a slice has imported it.
const ofFiles = {} as Messages

/**
 * Called by the generated modules with the texts of a slice or of a part of it. The object of a slice stays
 * the same, because translators keep it.
 * @public
 */
export function addTexts<Slice extends keyof Messages>(slice: Slice, texts: Partial<Messages[Slice]>) {
  ofFiles[slice] = Object.assign(ofFiles[slice] ?? {}, texts)
}

/** Each language: one without a file here is an error of types. */
const catalogues: Record<Language, () => Promise<{ default: Messages }>> = {
  da: () => import('virtual:catalogue/da'),
  de: () => import('virtual:catalogue/de'),
  en: () => import('virtual:catalogue/en'),
  es: () => import('virtual:catalogue/es'),
  fi: () => import('virtual:catalogue/fi'),
  fr: () => import('virtual:catalogue/fr'),
  it: () => import('virtual:catalogue/it'),
  nb: () => import('virtual:catalogue/nb'),
  nl: () => import('virtual:catalogue/nl'),
  pl: () => import('virtual:catalogue/pl'),
  sv: () => import('virtual:catalogue/sv'),
}

/** Texts of the operators' console (`consoleLanguages`), which the catalogues of the browser lack. */
const consoleTexts = {
  en: () => import('virtual:console-texts/en'),
  fr: () => import('virtual:console-texts/fr'),
}

export async function loadCatalogue(language: Language): Promise<Messages> {
  if (language === filesLanguage) return ofFiles
  const isConsole = !import.meta.env.SSR && /^\/operator(?:\/|$)/.test(location.pathname)
  const [{ default: texts }, more] = await Promise.all([
    catalogues[language](),
    isConsole ? consoleTexts[language === 'fr' ? 'fr' : 'en']() : null,
  ])
  // The same object for every page of the tab, because translators keep it.
  return Object.assign(texts, more?.default)
}
