import type { FastifyInstance } from 'fastify'
import { indexedPaths } from '#contract/page-names.ts'
import { languages } from '#contract/languages.ts'
import { DAY, HOUR, SECOND } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { siteUrl } from '#server/features/settings/views.ts'
import { renderSvgAsJpeg } from '#server/platform/images/render-svg.ts'

/** What search engines and link previews ask for beside pages. Members are in none of it. */
export function discoveryRoutes(app: FastifyInstance, { config, sites }: Pick<AppContext, 'config' | 'sites'>) {
  const urlOf = (host: string) => siteUrl({ config }, sites.of(host.toLowerCase()))
  const cacheFor = (ms: number) => `public, max-age=${ms / SECOND}`
  let image: Promise<Buffer> | null = null

  app.get('/robots.txt', { schema: { hide: true } }, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', cacheFor(HOUR))
      .send(robotsText(urlOf(request.hostname))),
  )

  app.get('/sitemap.xml', { schema: { hide: true } }, (request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', cacheFor(HOUR))
      .send(sitemapText(urlOf(request.hostname))),
  )

  app.get('/share.jpg', { schema: { hide: true } }, async (_request, reply) => {
    // The same for all sites: it has no text, because a server need not have fonts.
    image ??= renderSvgAsJpeg(shareImage, { quality: 85, isFullColour: true })
    return reply
      .type('image/jpeg')
      .header('cache-control', cacheFor(DAY))
      .send(await image)
  })
}

function robotsText(url: string) {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /members',
    'Disallow: /likes',
    'Disallow: /chats',
    'Disallow: /photos/',
    'Disallow: /chat-photos/',
    '',
    `Sitemap: ${url}/sitemap.xml`,
    '',
  ].join('\n')
}

function sitemapText(url: string) {
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

/** Two speech bubbles and a heart in the colours of the brand. */
const shareImage = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
<stop offset="0" stop-color="#5b21b6"/><stop offset="1" stop-color="#be185d"/></linearGradient></defs>
<rect width="1200" height="630" fill="url(#g)"/>
<circle cx="1060" cy="70" r="260" fill="#fff" opacity=".08"/><circle cx="110" cy="600" r="230" fill="#fff" opacity=".08"/>
<path d="M250 130h380a60 60 0 0 1 60 60v130a60 60 0 0 1-60 60H330l-90 70v-78a60 60 0 0 1-50-59V190a60 60 0 0 1 60-60z" fill="#fff"/>
<path d="M560 270h390a60 60 0 0 1 60 60v120a60 60 0 0 1-50 59v78l-90-70H560a60 60 0 0 1-60-60V330a60 60 0 0 1 60-60z" fill="#fce7f3"/>
<path d="M755 480 663 388a58 58 0 0 1 0-82 58 58 0 0 1 82 0l10 10 10-10a58 58 0 0 1 82 0 58 58 0 0 1 0 82z" fill="#be185d"/>
<g fill="#5b21b6" opacity=".85"><rect x="255" y="200" width="300" height="24" rx="12"/><rect x="255" y="250" width="190" height="24" rx="12"/></g>
</svg>`
