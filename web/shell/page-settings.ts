import { defaultLanguage, isLanguage, type Language } from '#contract/languages.ts'
import { isTheme, type Theme } from './theme.ts'

/** What the server decides for a page and the browser reads back from it, so that both render the same. */
interface DocumentSettings {
  language: Language
  timeZone: string
  now: Date
  theme: Theme
}

/** Returns the attributes of `<html>` that carry the settings. Without `data-theme` the style sheet follows the device. */
export function documentAttributes({ language, timeZone, now, theme }: DocumentSettings) {
  return {
    lang: language,
    'data-theme': theme === 'system' ? undefined : theme,
    'data-time-zone': timeZone,
    'data-now': now.getTime(),
  }
}

/** Reads the settings back from `<html>`. */
export function readDocumentSettings({
  lang,
  dataset,
}: {
  lang: string
  dataset: Record<string, string | undefined>
}): DocumentSettings {
  const theme = dataset['theme']
  return {
    language: isLanguage(lang) ? lang : defaultLanguage,
    timeZone: dataset['timeZone'] ?? 'UTC',
    now: new Date(Number(dataset['now'])),
    theme: isTheme(theme) ? theme : 'system',
  }
}
