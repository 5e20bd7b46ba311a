import { createTranslator } from 'use-intl/core'
import type { Language } from '#contract/languages.ts'
import { textsOf } from '#server/texts.ts'
import { icons, iconVersion } from './icons.ts'
import type { Site } from './service.ts'

/** The accent and the light surface of web/ui/theme.css as hexadecimal colours; a test compares them. */
export const THEME_COLOUR = '#7235d0'
export const BACKGROUND_COLOUR = '#fdf9f5'

/** Icons of notifications and of Apple's home screen are named elsewhere. */
const ICONS = ['192.png', '512.png', 'maskable-192.png', 'maskable-512.png', 'monochrome-512.png'] as const

const SHORTCUTS = [
  { key: 'messages', url: '/chats' },
  { key: 'likes', url: '/likes' },
  { key: 'members', url: '/members' },
] as const

/**
 * The image of link previews, which has the site's name and illustrations: a screen of the app would show the
 * invented members of a demo. Without a form factor it counts for phones.
 */
const PREVIEW = { src: '/share.jpg', type: 'image/jpeg', sizes: '1200x630' }

/** Returns the web app manifest of a site, which names the app and its icons when a visitor installs it. */
export function manifestOf(site: Pick<Site, 'settings'>, language: Language) {
  const { name, description, accent_colour } = site.settings
  const t = createTranslator({ locale: language, messages: textsOf('install', language) })
  const version = iconVersion(site)
  return {
    id: '/',
    name,
    short_name: name,
    ...(description && { description }),
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    categories: ['social', 'lifestyle'],
    theme_color: accent_colour || THEME_COLOUR,
    background_color: BACKGROUND_COLOUR,
    icons: ICONS.map((file) => {
      const { purpose, sizePx } = icons[file]
      return { src: `/icons/${file}${version}`, type: 'image/png', sizes: `${sizePx}x${sizePx}`, purpose }
    }),
    shortcuts: SHORTCUTS.map(({ key, url }) => ({ name: t(`shortcuts.${key}`), url })),
    screenshots: [
      { ...PREVIEW, form_factor: 'wide', label: name },
      { ...PREVIEW, label: name },
    ],
    // The service worker answers it: web/public/service-worker.js.
    share_target: {
      action: '/share-photo',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'photos', accept: ['image/jpeg', 'image/png', 'image/webp'] }] },
    },
  }
}
