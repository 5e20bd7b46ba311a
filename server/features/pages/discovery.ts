import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { indexedPaths } from '#contract/pages/page-names.ts'
import type { Language } from '#contract/languages.ts'
import { offeredLanguages } from '#contract/settings/site-rules.ts'
import { DAY, HOUR, SECOND } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { siteUrl } from '#server/features/settings/views.ts'
import { renderShareImage } from '#server/platform/images/share-image.ts'
import { getOrLoad } from '#server/platform/load-once.ts'
import composition from './share-image.json' with { type: 'json' }

/** Images in memory, one for each name of a site. */
const MAX_IMAGES = 50

/** What search engines and link previews ask for beside pages. Members are in none of it. */
export function discoveryRoutes(app: FastifyInstance, { config, sites }: Pick<AppContext, 'config' | 'sites'>) {
  const urlOf = (host: string) => siteUrl({ config }, sites.of(host.toLowerCase()))
  const cacheFor = (ms: number) => `public, max-age=${ms / SECOND}`
  const images = new LRUCache<string, Promise<Buffer>>({ max: MAX_IMAGES })

  app.get('/robots.txt', { schema: { hide: true } }, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', cacheFor(HOUR))
      .send(robotsText(urlOf(request.hostname))),
  )

  app.get('/sitemap.xml', { schema: { hide: true } }, ({ hostname }, reply) => {
    const { settings } = sites.of(hostname.toLowerCase())
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', cacheFor(HOUR))
      .send(sitemapText(urlOf(hostname), offeredLanguages(settings)))
  })

  app.get('/share.jpg', { schema: { hide: true } }, async ({ hostname }, reply) => {
    const { name } = sites.of(hostname.toLowerCase()).settings
    const image = await getOrLoad(images, name, () => renderShareImage(composition, { title: name, site: '' }))
    return reply.type('image/jpeg').header('cache-control', cacheFor(DAY)).send(image)
  })
}

/** Programs that load a page to preview a link. They index nothing, and some obey this file. */
const previewAgents = ['facebookexternalhit', 'Twitterbot', 'LinkedInBot', 'Slackbot', 'TelegramBot', 'WhatsApp']

function robotsText(url: string) {
  return [
    ...previewAgents.map((agent) => `User-agent: ${agent}`),
    'Disallow: /api/',
    'Disallow: /photos/',
    'Disallow: /chat-photos/',
    '',
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /members',
    'Disallow: /likes',
    'Disallow: /chats',
    'Disallow: /photos/',
    'Disallow: /chat-photos/',
    'Disallow: /share/members/',
    '',
    `Sitemap: ${url}/sitemap.xml`,
    '',
  ].join('\n')
}

function sitemapText(url: string, languages: readonly Language[]) {
  const entries = indexedPaths.map((path) => {
    const alternates = [
      ...languages.map((language) => [language, `${url}${path}?lang=${language}`]),
      ['x-default', `${url}${path}`],
    ]
    const links = alternates.map(
      ([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`,
    )
    return `<url><loc>${url}${path}</loc>${links.join('')}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
}
