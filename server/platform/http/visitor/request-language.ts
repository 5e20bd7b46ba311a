import type { FastifyRequest } from 'fastify'
import {
  defaultLanguage,
  isLanguageCode,
  preferredLanguage,
  textLanguage,
  type Language,
  type LanguageCode,
} from '#contract/languages.ts'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'

/** Returns the cookie's language (English without its catalogue), the browser's preferred, or the default. */
export function languageOf(request: FastifyRequest): Language {
  const selection = chosenLanguage(request)
  if (selection) return textLanguage(selection)
  return preferredLanguage(request.headers['accept-language'] ?? '') ?? defaultLanguage
}

/** Returns the language that was chosen on this device, with or without a catalogue, or null. */
export function chosenLanguage(request: FastifyRequest): LanguageCode | null {
  const code = request.cookies[LANGUAGE_COOKIE]
  return isLanguageCode(code) ? code : null
}
