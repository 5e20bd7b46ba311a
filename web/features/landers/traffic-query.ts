import { TrafficSource } from '#contract/settings/value-schemas.ts'

const fields = Object.keys(TrafficSource.shape) as (keyof TrafficSource)[]

/**
 * Returns the campaign in a page's query, as a query for its links: visitors whose browser has no cookie
 * bring it to the sign-up too (LAND-2). What the server would ignore is omitted.
 */
export function trafficQuery(search: string) {
  const parameters = new URLSearchParams(search)
  const entries = fields.flatMap((field) => {
    const [value, ...others] = parameters.getAll(field)
    const isValid = others.length === 0 && TrafficSource.shape[field].safeParse(value).success
    return isValid && value !== undefined ? [[field, value]] : []
  })
  return entries.length > 0 ? `?${new URLSearchParams(entries).toString()}` : ''
}

/** Returns the parameters of `trafficQuery` as names and values, for the hidden fields of a form. */
export function trafficFields(query: string) {
  return [...new URLSearchParams(query)]
}
