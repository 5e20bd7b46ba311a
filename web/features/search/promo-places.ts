import { PROMO_TILE_EVERY } from '#contract/limits.ts'
import type { PromoTile } from '#contract/settings/value-schemas.ts'

interface PromoSettings {
  promo_tiles: readonly PromoTile[]
  member_resell: boolean
}

/** Returns the advertisements that a viewer sees; premium members see none (LAND-3). */
export function promoTilesFor({ promo_tiles, member_resell }: PromoSettings, { isPremium }: { isPremium: boolean }) {
  if (isPremium) return []
  return promo_tiles.filter(({ kind }) => kind !== 'resell' || member_resell)
}

/** Returns the advertisement after a member, counted from 0: one after every few members, in turn. */
export function promoTileAfter(tiles: readonly PromoTile[], index: number) {
  const place = (index + 1) / PROMO_TILE_EVERY
  return Number.isInteger(place) ? tiles[(place - 1) % tiles.length] : undefined
}
