import { PromoTile } from '#web/features/search/promo-tile.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { structures, valueOfRows, wrongCells, type Row } from './structures.ts'
import type { PromoTile as Tile } from '#contract/settings/value-schemas.ts'

/** How members see the tiles while they are typed. One with a wrong address or image has none yet. */
export function PromoTilePreview({ rows }: { rows: readonly Row[] }) {
  const t = useTranslations('operator-site')
  if (rows.length === 0) return null
  const structure = structures.promo_tiles
  const wrong = wrongCells(structure, rows)
  const typed = rows.map((row, index) => ({
    ...row,
    ...(wrong.has(`${index}.image`) && { image: '' }),
    ...(wrong.has(`${index}.url`) && { url: '' }),
  }))
  const tiles = valueOfRows(structure, typed) as Tile[]
  return (
    <section aria-label={t('preview')} inert className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {tiles.map((tile, index) => (
        <PromoTile
          // Rows have no identity of their own.
          key={index}
          tile={tile}
        />
      ))}
    </section>
  )
}
