import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { HOST_MAX_LENGTH } from '#contract/limits.ts'
import { getSettings } from '#contract/settings/calls.ts'
import { call } from '#web/api/call.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { transportOf } from '#web/api/transport.ts'

/**
 * The site's settings: brand, prices, countries. They change rarely, so an open tab does not refetch them.
 * The regions, by far their longest part, are not in every page; see `list-queries.ts`.
 */
export const settingsQuery = () => settingsOptions

/** The settings for a page that is opened with a query, which can name a site and a campaign (SET-1). */
export const settingsOfPage = (search: URLSearchParams) =>
  queryOptions({
    queryKey: apiQueryKey(getSettings),
    queryFn: async ({ client, signal }) => {
      const query = settingsInput(search)
      return withoutRegions(
        await call(getSettings, { query }, { transport: transportOf(client), signal, ...notOnServer }),
      )
    },
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** As `apiQuery`: the server does not wait for retries. */
export const notOnServer = import.meta.env.SSR ? { isRepeatable: false } : {}

// One object, because many components of every page read it.
const settingsOptions = settingsOfPage(new URLSearchParams())

/** Returns the query of a page without a host name that is none, which the call would reject. */
function settingsInput(search: URLSearchParams) {
  const { domain = '', ...rest } = Object.fromEntries(search)
  return domain === '' || domain.length > HOST_MAX_LENGTH ? rest : { ...rest, domain }
}

type SettingsReply = ReplyOf<typeof getSettings>
type PageSettings = Omit<SettingsReply, 'settings'> & { settings: Omit<SettingsReply['settings'], 'region_data'> }
const shortened = new WeakMap<SettingsReply, PageSettings>()

/** Leaves the regions out. On the server the reply is the same object for all pages, and so is the result. */
function withoutRegions(reply: SettingsReply): PageSettings {
  const { settings, ...flags } = reply
  const { region_data: _, ...rest } = settings
  const short = shortened.get(reply) ?? { settings: rest, ...flags }
  shortened.set(reply, short)
  return short
}
