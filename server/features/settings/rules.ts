import { z } from 'zod'
import { countries, regionKinds } from '#contract/countries.ts'
import { OwnSettings, RegionData, Settings } from '#contract/settings/schemas.ts'

/** The settings that an operator has set; the defaults apply to the others. */
export const StoredSettings = OwnSettings.partial().extend({
  region_data: z.preprocess(withLabels, RegionData).optional(),
})
export type StoredSettings = z.output<typeof StoredSettings>

/** Returns stored settings with those of a patch; null removes one, so that its default applies. */
export function withPatch(stored: object, patch: object) {
  const merged = Object.entries({ ...stored, ...patch }).filter(([, value]) => value !== null && value !== undefined)
  const names = Object.keys(patch)
  // Null is a value of some settings, and in a patch it always means the default.
  const nulls = Object.entries(stored).filter(([name, value]) => value === null && !names.includes(name))
  return Object.fromEntries([...merged, ...nulls])
}

/**
 * Returns whether a text is a host name: labels of letters, digits and hyphens, without port and `www.`, of
 * which an address can be made: not `256`, which browsers read as a part of an IP address.
 */
export function isHostName(text: string) {
  if (!URL.canParse(`http://${text}`) || new URL(`http://${text}`).hostname !== text) return false
  return /^(?!www\.)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/.test(text)
}

/** Adds labels to stored regions that are plain lists, from before there were labels. */
function withLabels(stored: unknown) {
  if (typeof stored !== 'object' || stored === null) return stored
  const kinds: Record<string, string | undefined> = regionKinds
  const entries = Object.entries(stored).map(([country, regions]) => [
    country,
    Array.isArray(regions) ? { label: kinds[country], regions } : (regions as unknown),
  ])
  return Object.fromEntries(entries) as unknown
}

/**
 * Merges the stored settings of a site into the defaults. A stored value that does not match the schema is
 * left out and its field named in `invalidFields`: one wrong field must not break the site (SET-3).
 */
export function completeSettings(defaults: Settings, stored: unknown): { settings: Settings; invalidFields: string[] } {
  const parsed = StoredSettings.safeParse(stored)
  if (parsed.success) return { settings: merge(defaults, parsed.data), invalidFields: [] }
  const invalidFields = [...new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? '')))]
  const fields = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  const rest = StoredSettings.parse(Object.fromEntries(fields.filter(([field]) => !invalidFields.includes(field))))
  return { settings: merge(defaults, rest), invalidFields }
}

/**
 * Returns whether a text between two who matched costs no more than any other text. Null: the same.
 * Source: CRED-8.
 */
export function isMatchPriceValid({
  match_message_credits: matchPrice,
  message_credits: price,
}: Pick<Settings, 'match_message_credits' | 'message_credits'>) {
  return matchPrice === null || matchPrice <= price
}

/** Mails are sent by the brand name unless `mail_name` is set. Tables keep only the site's countries. */
function merge(defaults: Settings, stored: StoredSettings): Settings {
  const settings = Settings.parse({ ...defaults, mail_name: stored.name ?? defaults.mail_name, ...stored })
  const { countries: offered, region_data, minimum_ages, minimum_message_costs } = settings
  return {
    ...settings,
    region_data: only(region_data, offered),
    minimum_ages: only(minimum_ages, offered),
    minimum_message_costs: only(minimum_message_costs, offered),
  }
}

function only<Value>(byCountry: Partial<Record<string, Value>>, offered: readonly string[]) {
  return Object.fromEntries(Object.entries(byCountry).filter(([country]) => offered.includes(country)))
}

/**
 * Returns whether a host name is a development host, where `?domain=` may name the site (SET-1): a loopback
 * name or address, or a name under `.localhost` or `.test`, which never resolve on the internet (RFC 6761).
 */
export function isDevelopmentHost(host: string) {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|.+\.(localhost|test))$/.test(host)
}

/** Returns the domains under which a host's site can be stored, best first: it also answers with `www.`. */
export function domainsOf(host: string) {
  return host.startsWith('www.') ? [host, host.slice('www.'.length)] : [host]
}

type Protection = Pick<Settings, 'review_photos' | 'minimum_ages' | 'hide_account_existence' | 'age_check_countries'>

/**
 * Returns the strictest of the settings that protect members. They hold on every site of the installation:
 * its sites share their members, and the sender of a request chooses the host in it (SET-11).
 */
export function strictest(sites: readonly Protection[]): Protection {
  const minimum_ages: Settings['minimum_ages'] = {}
  for (const { minimum_ages: ages } of sites)
    for (const country of countries) {
      const age = Math.max(ages[country] ?? 0, minimum_ages[country] ?? 0)
      if (age > 0) minimum_ages[country] = age
    }
  return {
    review_photos: sites.some(({ review_photos }) => review_photos),
    minimum_ages,
    hide_account_existence: sites.some(({ hide_account_existence }) => hide_account_existence),
    age_check_countries: countries.filter((country) =>
      sites.some(({ age_check_countries }) => age_check_countries.includes(country)),
    ),
  }
}
