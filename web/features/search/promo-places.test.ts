import { expect, test } from 'vitest'
import { PROMO_TILE_EVERY } from '#contract/limits.ts'
import type { PromoTile } from '#contract/settings/value-schemas.ts'
import { promoTileAfter, promoTilesFor } from './promo-places.ts'

const tile = (kind: PromoTile['kind']): PromoTile => ({
  kind,
  title: kind,
  text: '',
  image: null,
  url: 'https://a.example',
})
const [cam, resell] = [tile('live_cam'), tile('resell')]

test('tiles of partner sites need the setting for them', () => {
  expect(promoTilesFor({ promo_tiles: [cam, resell], member_resell: false }, { isPremium: false })).toEqual([cam])
  expect(promoTilesFor({ promo_tiles: [cam, resell], member_resell: true }, { isPremium: false })).toEqual([
    cam,
    resell,
  ])
})

test('premium members see none', () => {
  expect(promoTilesFor({ promo_tiles: [cam, resell], member_resell: true }, { isPremium: true })).toEqual([])
})

test('they stand after every few members, in turn, and never first', () => {
  const tiles = Array.from({ length: 3 * PROMO_TILE_EVERY }, (_, index) => promoTileAfter([cam, resell], index))
  expect(tiles.flatMap((each, index) => (each ? [[index + 1, each.kind]] : []))).toEqual([
    [PROMO_TILE_EVERY, 'live_cam'],
    [2 * PROMO_TILE_EVERY, 'resell'],
    [3 * PROMO_TILE_EVERY, 'live_cam'],
  ])
  expect(promoTileAfter([], PROMO_TILE_EVERY - 1)).toBeUndefined()
})
