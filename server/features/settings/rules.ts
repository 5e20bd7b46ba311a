import type { z } from 'zod'
import type { CountryCode } from '#contract/countries.ts'
import { Settings } from '#contract/settings.ts'

/** What an operator has set; everything else is the default's. */
export const StoredSettings = Settings.omit({ domain: true, company_id: true }).partial()
export type StoredSettings = z.output<typeof StoredSettings>

/**
 * A site's settings: the defaults, and over them what is stored. A stored value that the schema refuses is left out
 * and named in `invalidFields`: one wrong field must not take a site off the net.
 */
export function completeSettings(defaults: Settings, stored: unknown): { settings: Settings; invalidFields: string[] } {
  const parsed = StoredSettings.safeParse(stored)
  if (parsed.success) return { settings: merge(defaults, parsed.data), invalidFields: [] }
  const invalidFields = [...new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? '')))]
  const fields = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  const rest = StoredSettings.parse(Object.fromEntries(fields.filter(([field]) => !invalidFields.includes(field))))
  return { settings: merge(defaults, rest), invalidFields }
}

/** A mail comes from the brand unless it has a name of its own. Tables by country follow the site's countries. */
function merge(defaults: Settings, stored: StoredSettings): Settings {
  const settings = Settings.parse({ ...defaults, mail_name: stored.name ?? defaults.mail_name, ...stored })
  const { countries, region_data, minimum_message_costs } = settings
  return {
    ...settings,
    region_data: only(region_data, countries),
    minimum_message_costs: only(minimum_message_costs, countries),
  }
}

function only<Value>(byCountry: Partial<Record<string, Value>>, countries: readonly string[]) {
  return Object.fromEntries(Object.entries(byCountry).filter(([country]) => countries.includes(country)))
}

/** Where a visitor without log-in is taken to be: as he chose, as his address says, or in the site's first country. */
export function countryOfVisitor({
  geoip_selected_country,
  geoip_country,
  countries,
}: Pick<Settings, 'geoip_selected_country' | 'geoip_country' | 'countries'>): CountryCode {
  return geoip_selected_country ?? geoip_country ?? countries[0] ?? 'GB'
}

/**
 * Hosts on which nobody's site lives, so that `?domain=` may choose one: this machine under its usual names.
 * `*.localhost` and `*.test` never leave it (RFC 6761).
 */
export function isDevelopmentHost(host: string) {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|.+\.(localhost|test))$/.test(host)
}

/** The names under which a host's site can be stored, best first. */
export function domainsOf(host: string) {
  return host.startsWith('www.') ? [host, host.slice('www.'.length)] : [host]
}
