import { renderToString } from 'react-dom/server'
import type { Messages } from 'use-intl'
import { afterEach, expect, test, vi } from 'vitest'
import { TextsProvider } from './texts-provider.tsx'
import { useCountryName } from './use-country-name.ts'

afterEach(() => vi.restoreAllMocks())

function Names({ countries }: { countries: string[] }) {
  const nameOf = useCountryName()
  return countries.map(nameOf).join(', ')
}

interface Page {
  countryName?: string
  countries: string[]
}

function render({ countryName = 'Suisse', countries }: Page) {
  const settings = { language: 'fr', locale: 'fr-CH', country: 'CH', timeZone: 'UTC' } as const
  const now = new Date('2026-03-01T12:00:00Z')
  return renderToString(
    <TextsProvider
      initial={{ ...settings, countryName, countryLanguages: ['fr'], catalogue: {} as unknown as Messages, now }}
    >
      <Names countries={countries} />
    </TextsProvider>,
  )
}

test("the name of the visitor's country is that of the page, without Intl", () => {
  const displayNames = vi.spyOn(Intl, 'DisplayNames')
  expect(render({ countries: ['CH'] })).toBe('Suisse')
  expect(displayNames).not.toHaveBeenCalled()
})

test('other countries are named in the language of the page', () => {
  expect(render({ countries: ['DE', 'CH'] })).toBe('Allemagne, Suisse')
})

test('without a name in the page, as after a change of language, the browser names the country', () => {
  expect(render({ countryName: '', countries: ['CH'] })).toBe('Suisse')
})

test('what is no country stays as it is', () => {
  vi.spyOn(Intl, 'DisplayNames').mockImplementation(function () {
    return { of: () => undefined } as unknown as Intl.DisplayNames
  })
  expect(render({ countries: ['ZZ'] })).toBe('ZZ')
})
