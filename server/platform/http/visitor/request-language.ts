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

/** Returns the language of the texts for a request: the cookie's (English if that has no catalogue), else the browser's preferred one, else the default language. */
export function languageOf(request: FastifyRequest): Language {
  const chosen = chosenLanguage(request)
  if (chosen) return textLanguage(chosen)
  return preferredLanguage(request.headers['accept-language'] ?? '') ?? defaultLanguage
}

/** Returns the language that was chosen on this device, with or without a catalogue, or null. */
export function chosenLanguage(request: FastifyRequest): LanguageCode | null {
  const chosen = request.cookies[LANGUAGE_COOKIE]
  return isLanguageCode(chosen) ? chosen : null
}
