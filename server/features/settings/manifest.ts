import type { Language } from '#contract/languages.ts'
import type { Site } from './service.ts'

/** The accent and the light surface of web/ui/theme.css as hexadecimal colours; a test compares them. */
export const THEME_COLOUR = '#7235d0'
export const BACKGROUND_COLOUR = '#fbf9fe'

/** Returns the web app manifest of a site, which names the app and its icons when a visitor installs it. */
export function manifestOf({ settings: { name, accent_colour } }: Pick<Site, 'settings'>, language: Language) {
  return {
    id: '/',
    name,
    short_name: name,
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: accent_colour || THEME_COLOUR,
    background_color: BACKGROUND_COLOUR,
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  }
}
