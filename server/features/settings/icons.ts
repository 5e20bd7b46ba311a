import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Settings } from '#contract/settings/schemas.ts'
import { HOUR, SECOND } from '#contract/time.ts'
import { AppError } from '#server/platform/errors.ts'
import { renderAppIcon, type IconPurpose } from '#server/platform/images/app-icon.ts'
import { getOrLoad } from '#server/platform/load-once.ts'
import type { Log } from '#server/platform/log.ts'
import type { Site, Sites } from './service.ts'

interface Icon {
  purpose: IconPurpose
  sizePx: number
}

/** The icons of a site by the name of their file: manifest, notifications, Apple's home screen. */
export const icons = {
  '192.png': { purpose: 'any', sizePx: 192 },
  '512.png': { purpose: 'any', sizePx: 512 },
  'maskable-192.png': { purpose: 'maskable', sizePx: 192 },
  'maskable-512.png': { purpose: 'maskable', sizePx: 512 },
  'monochrome-512.png': { purpose: 'monochrome', sizePx: 512 },
  'apple.png': { purpose: 'maskable', sizePx: 180 },
  'badge.png': { purpose: 'monochrome', sizePx: 96 },
} as const satisfies Record<string, Icon>

/** A heart, as in `web/public/favicon.svg`. */
const HEART =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="6.5 8.2 19 16.3" width="190" height="163"><path fill="#fff" d="M16 24.5 7.9 16.6a4.9 4.9 0 0 1 0-7 5 5 0 0 1 7 0L16 10.7l1.1-1.1a5 5 0 0 1 7 0 4.9 4.9 0 0 1 0 7z"/></svg>'
/** Colours of the brand where the site has none of its own. */
const BRAND = { from: '#6d28d9', to: '#db2777' }
/** A logo has its own colours, for a light page. */
const LIGHT = { from: '#ffffff', to: '#ffffff' }

/** Files of the web app, where the logo of a site can be. */
const WEB_APP = join(import.meta.dirname, '../../../build/client')

/** Rendered icons in memory: all of some dozens of sites. */
const MAX_IMAGES = 300

type Brand = Pick<Settings, 'logo' | 'accent_colour' | 'secondary_colour'>

/** Returns what follows the path of an icon, so that another brand has other addresses. */
export function iconVersion({ settings }: Pick<Site, 'settings'>) {
  const key = keyOf(settings)
  return key === keyOf({ logo: '', accent_colour: '', secondary_colour: '' }) ? '' : `?v=${key}`
}

function keyOf({ logo, accent_colour, secondary_colour }: Brand) {
  const text = [logo, accent_colour, secondary_colour].join()
  return createHash('sha256').update(text).digest('base64url').slice(0, 8)
}

/** Serves the icons of each site, made from its logo and colours. */
export function iconRoutes(
  app: FastifyInstance,
  { sites, log, folder = WEB_APP }: { sites: Sites; log: Log; folder?: string },
) {
  const images = new LRUCache<string, Promise<Buffer>>({ max: MAX_IMAGES })

  app.get<{ Params: { file: string } }>('/icons/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params
    const icon = iconOf(file)
    if (!icon) throw new AppError('request.not_found')
    const { settings } = sites.of(request.hostname.toLowerCase())
    const image = await getOrLoad(images, `${file} ${keyOf(settings)}`, () => render(icon, settings))
    return reply
      .type('image/png')
      .header('cache-control', `public, max-age=${HOUR / SECOND}`)
      .send(image)
  })

  async function render(icon: Icon, { logo, accent_colour, secondary_colour }: Brand) {
    if (logo !== '') {
      try {
        return await renderAppIcon({ logo: await readLogo(logo), background: LIGHT, ...icon })
      } catch (error) {
        // It may be a file of the proxy in front of this server.
        log.warn({ err: error }, 'logo not rendered, built-in icon used')
      }
    }
    const background = { from: accent_colour || BRAND.from, to: secondary_colour || BRAND.to }
    return renderAppIcon({ logo: Buffer.from(HEART), background, ...icon })
  }

  /** @throws Error for a path that leads out of the web app */
  async function readLogo(path: string) {
    const file = normalize(join(folder, path))
    if (!file.startsWith(folder + sep)) throw new Error('the logo is no file of the web app')
    return readFile(file)
  }
}

function iconOf(file: string): Icon | undefined {
  return Object.entries(icons).find(([name]) => name === file)?.[1]
}
