import { useTranslations } from '#web/i18n/intl.tsx'
import type { PromoTile as Tile } from '#contract/settings/value-schemas.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { promoTilesFor } from './promo-places.ts'

/** An advertisement between members, marked as such (LAND-3). The site that it leads to gets no referrer. */
export function PromoTile({ tile: { title, text, image, url } }: { tile: Tile }) {
  const t = useTranslations('search-filters')
  return (
    <a
      href={url}
      target="_blank"
      rel="sponsored noopener noreferrer"
      className="flex h-full min-h-48 flex-col overflow-hidden rounded-lg border border-line bg-surface-raised text-text no-underline"
    >
      <span className="px-3 pt-2.5 text-xs font-semibold text-text-muted">{t('advertisement')}</span>
      {image && <img src={image} alt="" loading="lazy" className="mt-2 aspect-4/3 w-full object-cover" />}
      <span className="flex grow flex-col justify-end gap-1 p-3">
        <span className="text-lg leading-tight font-bold wrap-anywhere">{title}</span>
        {text && <span className="text-sm wrap-anywhere text-text-muted">{text}</span>}
      </span>
    </a>
  )
}

/** The advertisements of the site below a landing page, whose visitors have no premium (LAND-3). */
export function PromoTiles() {
  const t = useTranslations('search-filters')
  const tiles = promoTilesFor(useSettings(), { isPremium: false })
  if (tiles.length === 0) return null
  return (
    <aside aria-label={t('advertisement')} className="mx-auto w-full max-w-page px-4 py-8 md:px-6">
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {tiles.map((tile) => (
          <li key={tile.url + tile.title}>
            <PromoTile tile={tile} />
          </li>
        ))}
      </ul>
    </aside>
  )
}
