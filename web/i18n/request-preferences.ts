import { isLanguage, isLanguageCode, type Language, type LanguageCode } from '#contract/languages.ts'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { TIME_ZONE_COOKIE } from './cookies.ts'

/** Parses cookies of a request. Of two with one name the first counts: the closest path is sent first. */
export function parseCookies(header: string | undefined) {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at < 0) continue
    const name = pair.slice(0, at).trim()
    if (name !== '' && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim())
  }
  return cookies
}

/** Returns the chosen language, with or without a catalogue, or null. */
export function languageFromCookies(cookies: Map<string, string>): LanguageCode | null {
  const value = cookies.get(LANGUAGE_COOKIE)
  return isLanguageCode(value) ? value : null
}

/** Returns the language that the query of a page asks for, if it has a catalogue; else null. */
export function languageOfQuery(search: string | URLSearchParams): Language | null {
  const value = new URLSearchParams(search).get('lang')
  return isLanguage(value) ? value : null
}

/** Returns the browser's time zone, or UTC if `Intl` does not know it. */
export function timeZoneFromCookies(cookies: Map<string, string>) {
  const value = decodeURIComponentOrEmpty(cookies.get(TIME_ZONE_COOKIE) ?? '')
  timeZones ??= new Set(Intl.supportedValuesOf('timeZone'))
  return timeZones.has(value) ? value : 'UTC'
}

/** Filled with the first request, because browsers load this file too and need no list. */
let timeZones: ReadonlySet<string> | undefined

function decodeURIComponentOrEmpty(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
