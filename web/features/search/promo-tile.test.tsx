import { renderToString } from 'react-dom/server'
import { IntlProvider } from '#web/i18n/intl.tsx'
import { expect, test } from 'vitest'
import searchMore from '#locales/en/search-filters.json' with { type: 'json' }
import { PromoTile } from './promo-tile.tsx'

function htmlOf(image: string | null) {
  const tile = { kind: 'live_cam', title: 'Live cams', text: 'Now', image, url: 'https://cams.example/' } as const
  return renderToString(
    <IntlProvider locale="en-GB" timeZone="UTC" messages={{ 'search-filters': searchMore }}>
      <PromoTile tile={tile} />
    </IntlProvider>,
  )
}

test('an advertisement is marked as one, and its link passes on nothing', () => {
  const html = htmlOf(null)
  expect(html).toContain('>Advertisement<')
  expect(html).toContain('rel="sponsored noopener noreferrer"')
  expect(html).not.toContain('<article')
  expect(html).not.toContain('<img')
})

test('its image, if it has one, is decoration', () => {
  expect(htmlOf('/promo/cams.webp')).toMatch(/<img src="\/promo\/cams.webp" alt=""/)
})
