import type { Tx } from '#server/platform/postgres/tx.ts'
import { fieldError } from '#server/platform/errors.ts'
import { defaultSettings } from './defaults.ts'
import { findSites, fixedMessagePrice } from './queries.ts'
import { completeSettings, isMatchPriceValid, type StoredSettings } from './rules.ts'

/**
 * Rejects prices that would not be used: another price of a message once it is fixed (CRED-7), or a price of
 * a text after a match that is higher than that of the installation, fixed or of the default site (CRED-8).
 * @throws AppError `settings.price_fixed`, `settings.match_price_too_high`
 */
export async function assertPrices(
  tx: Tx,
  { siteId, before, after }: { siteId: number; before: object; after: StoredSettings },
) {
  const earlier = before as Partial<StoredSettings>
  const isPriceChanged = earlier.message_credits !== after.message_credits
  if (!isPriceChanged && earlier.match_message_credits === after.match_message_credits) return
  const sites = (await findSites(tx)).map((row) => {
    const defaults = defaultSettings({ domain: row.domain, companyId: row.companyId })
    return { ...row, settings: completeSettings(defaults, row.settings).settings }
  })
  const site = sites.find(({ id }) => id === siteId)
  const main = sites.find(({ isDefault }) => isDefault) ?? site
  if (!site || !main) return
  const fixedPrice = await fixedMessagePrice(tx)
  if (isPriceChanged && fixedPrice !== null && site.settings.message_credits !== fixedPrice)
    throw fieldError('message_credits', 'settings.price_fixed')
  const { match_message_credits } = site.settings
  const message_credits = fixedPrice ?? main.settings.message_credits
  if (!isMatchPriceValid({ match_message_credits, message_credits }))
    throw fieldError('match_message_credits', 'settings.match_price_too_high')
}
