import { describe, expect, test } from 'vitest'
import type { LanguageCode } from '#contract/languages.ts'
import { documentAttributes, readDocumentSettings } from './page-settings.ts'

const settings = {
  language: 'de' as const,
  locale: 'de-CH',
  country: 'CH' as const,
  countryName: 'Schweiz',
  countryLanguages: ['de', 'it', 'fr', 'en'] as LanguageCode[],
  timeZone: 'Europe/Paris',
  now: new Date('2026-03-01T12:00:00.123Z'),
  theme: 'dark' as const,
}

/** The element as the browser sees it: attributes are text, `data-time-zone` is `dataset.timeZone`. */
function elementWith({ lang, ...data }: ReturnType<typeof documentAttributes>) {
  const dataset: Record<string, string> = {}
  for (const [name, value] of Object.entries(data)) {
    const key = name.replace('data-', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    if (value !== undefined) dataset[key] = String(value)
  }
  return { lang, dataset }
}

test('the browser reads the settings that the server wrote', () => {
  expect(readDocumentSettings(elementWith(documentAttributes(settings)))).toEqual(settings)
})

test('the language of the document is that of the texts', () => {
  expect(documentAttributes(settings).lang).toBe(settings.language)
  expect(documentAttributes({ ...settings, language: 'fr' }).lang).toBe('fr')
})

test('a page that follows the device has no theme of its own', () => {
  const attributes = documentAttributes({ ...settings, theme: 'system' })
  expect(attributes['data-theme']).toBeUndefined()
  expect(readDocumentSettings(elementWith(attributes)).theme).toBe('system')
})

describe('attributes that something else has changed', () => {
  test('fall back to English, UTC and the theme of the device', () => {
    const read = readDocumentSettings({
      lang: 'tlh',
      dataset: { theme: 'sepia', locale: 'x', languages: 'tlh fr', now: '0' },
    })
    expect(read).toEqual({
      language: 'en',
      locale: 'en-NL',
      country: '',
      countryName: '',
      countryLanguages: ['fr'],
      timeZone: 'UTC',
      now: new Date(0),
      theme: 'system',
    })
  })
})
