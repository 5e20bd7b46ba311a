/** A campaign's parameters: the fields of `TrafficSource` in the contract, too large for this script. */
export const campaignFields = ['network', 'ref', 'sub1', 'sub2', 'sub3']

/** What the server would ignore stays out: `TrafficValue` of the contract. */
const VALUE = /^[\w.~-]{1,64}$/

/**
 * Adds the campaign of the page's address to its links and forms. The page is the same for all visitors, so
 * the server leaves that to the cookie; this is for browsers without it (LAND-2).
 */
export function keepCampaign() {
  const campaign = campaignIn(location.search)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.lander a[href]')) {
    const url = new URL(link.href)
    if (!/\/(?:signup|login)$/.test(url.pathname)) continue
    for (const [name, value] of campaign) url.searchParams.set(name, value)
    link.href = url.pathname + url.search
  }
}

/** Returns the parameters of a campaign in a query that the server would accept. */
export function campaignIn(search: string) {
  const parameters = new URLSearchParams(search)
  return campaignFields.flatMap((name): [string, string][] => {
    const [value, ...others] = parameters.getAll(name)
    return value !== undefined && others.length === 0 && VALUE.test(value) ? [[name, value]] : []
  })
}
