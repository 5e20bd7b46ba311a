import type { CountryCode } from '#contract/countries.ts'
import { isLanguageCode, textLanguage, type LanguageCode } from '#contract/languages.ts'
import type { TextSettings } from '#web/i18n/texts-provider.tsx'
import { isTheme, type Theme } from './theme.ts'

/** What the server decides for a page and the browser reads back from it, so that both render the same. */
interface DocumentSettings extends Omit<TextSettings, 'catalogue'> {
  theme: Theme
}

/**
 * Returns the attributes of `<html>` that carry the settings. `lang` is the language of the texts: English
 * where the chosen one has no catalogue. Without `data-theme` the style sheet follows the device.
 */
export function documentAttributes(settings: DocumentSettings) {
  const { language, locale, country, countryName, countryLanguages, timeZone, now, theme } = settings
  return {
    lang: textLanguage(language) as string,
    'data-language': language as string,
    'data-locale': locale,
    'data-country': country as string,
    'data-country-name': countryName,
    'data-languages': countryLanguages.join(' '),
    'data-theme': theme === 'system' ? undefined : theme,
    'data-time-zone': timeZone,
    'data-now': now.getTime(),
  }
}

interface DocumentElement {
  lang: string
  dataset: Record<string, string | undefined>
}

/** Reads the settings back from `<html>`. */
export function readDocumentSettings({ lang, dataset }: DocumentElement): DocumentSettings {
  const {
    theme,
    locale = '',
    country = '',
    countryName = '',
    languages = '',
    timeZone = 'UTC',
    now,
  } = dataset as Partial<DocumentData>
  return {
    language: languageOf(dataset['language'], lang),
    locale: /^[a-z]{2}-[A-Z]{2}$/.test(locale) ? locale : 'en-NL',
    // Not compared with the list of countries, which every page would load; code that uses it expects others.
    country: country as CountryCode,
    countryName,
    countryLanguages: languages.split(' ').filter(isLanguageCode),
    timeZone,
    now: new Date(Number(now)),
    theme: isTheme(theme) ? theme : 'system',
  }
}

type DocumentData = Record<'theme' | 'locale' | 'country' | 'countryName' | 'languages' | 'timeZone' | 'now', string>

function languageOf(language: string | undefined, lang: string): LanguageCode {
  return isLanguageCode(language) ? language : textLanguage(lang)
}
