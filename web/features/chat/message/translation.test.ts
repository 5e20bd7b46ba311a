import { expect, test } from 'vitest'
import { translate, translationApis } from './translation.ts'

/** The APIs of a browser that detects this language and can translate it or not. */
function browserWith({ detected, isAvailable = true }: { detected: string[]; isAvailable?: boolean }) {
  const open = { count: 0 }
  const opened = <Session extends object>(session: Session) => {
    open.count += 1
    return { ...session, destroy: () => void (open.count -= 1) }
  }
  const scope = {
    Translator: {
      availability: async () => (isAvailable ? ('available' as const) : ('unavailable' as const)),
      create: async ({ sourceLanguage, targetLanguage }: { sourceLanguage: string; targetLanguage: string }) =>
        opened({ translate: async (text: string) => `${text} (${sourceLanguage} to ${targetLanguage})` }),
    },
    LanguageDetector: {
      create: async () => opened({ detect: async () => detected.map((detectedLanguage) => ({ detectedLanguage })) }),
    },
  }
  return { scope, open }
}

async function translated(browser: Parameters<typeof browserWith>[0]) {
  const { scope, open } = browserWith(browser)
  const apis = translationApis(scope)
  const translation = apis && (await translate(apis, { text: 'Bonjour', language: 'en' }))
  expect(open.count, 'sessions that were not closed').toBe(0)
  return translation
}

test('a text is translated into the reader’s language', async () => {
  expect(await translated({ detected: ['fr-CA', 'it'] })).toEqual({ kind: 'translated', text: 'Bonjour (fr to en)' })
})

test('a text in the reader’s language is not', async () => {
  expect(await translated({ detected: ['en'] })).toEqual({ kind: 'same' })
})

test.each([
  ['no language is detected', { detected: [] }],
  ['the language is undetermined', { detected: ['und'] }],
  ['the browser does not know the pair', { detected: ['fr'], isAvailable: false }],
])('nothing is translated if %s', async (_why, browser) => {
  expect(await translated(browser)).toEqual({ kind: 'unavailable' })
})

test('a browser without one of the APIs offers nothing', () => {
  const { scope } = browserWith({ detected: [] })
  expect(translationApis({})).toBeNull()
  expect(translationApis({ Translator: scope.Translator })).toBeNull()
})
