import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaignLanders, memberLanders, nicheNames } from '#contract/landers/landers.ts'
import { languages } from '#contract/languages.ts'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { updatePrivacy } from '#contract/profiles/calls.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { changeLander } from '#tests/support/landers.ts'
import { demoCompany } from '#server/features/settings/defaults.ts'
import { insertSite } from '#server/features/settings/queries.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { startSite, type Site } from '#tests/support/site/site.ts'
import { openTestSite } from '#tests/support/site/test-site.ts'
import { translatorFor } from '#tests/support/fakes/translator.ts'

let site: Site
let context: AppContext
let member: Member

beforeAll(async () => {
  site = await startSite({ demoMembers: 0 })
  context = await openTestSite(site)
  await context.sites.refresh()
  member = await buildMember(context, { name: 'Zoë Miller' })
})
afterAll(async () => {
  await context.close()
  await site.stop()
})

const t = { en: translatorFor('en'), fr: translatorFor('fr') }

interface Opened {
  status: number
  text: string
  headers: Record<string, string | string[] | undefined>
}

/** Opens a page as a browser does, on the site of a domain. */
async function open(path: string, { domain = 'localhost', language = 'en', cookie = '' } = {}): Promise<Opened> {
  const { promise, resolve, reject } = Promise.withResolvers<Opened>()
  const { port } = new URL(site.origin)
  const headers = { host: domain, accept: 'text/html', cookie: `${LANGUAGE_COOKIE}=${language}; ${cookie}` }
  const sent = request({ port, path, headers }, (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part: string) => (text += part))
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, text: unescaped(text), headers: response.headers }),
    )
  })
  sent.on('error', reject).end()
  return promise
}

/** Decodes what the page writes as entities, except those that stand for markup. */
function unescaped(html: string) {
  return html
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

/** Leaves out what differs from page to page: the nonce and the time. */
function withoutNonce(html: string) {
  return html.replaceAll(/ nonce="[^"]*"/g, '').replace(/data-now="\d+"/, '')
}

/** Adds a site with a domain of its own and waits until the program knows it. */
async function addSite(domain: string, settings: Partial<Settings>) {
  await context.transaction((tx) =>
    insertSite(tx, { domain, isDefault: false, company: demoCompany, at: context.clock.now() }),
  )
  await context.sites.refresh()
  await changeSettings(context, { siteId: context.sites.of(domain).id, settings: { name: domain, ...settings } })
  await expect.poll(async () => (await open('/landers/gallery', { domain })).text).toContain(` · ${domain}</title>`)
}

describe('a landing page', () => {
  test.each(campaignLanders)(
    '%s is complete, in English and another language, and runs one small script',
    async (name) => {
      const other = languages[1 + (campaignLanders.indexOf(name) % (languages.length - 1))] ?? 'fr'
      for (const language of ['en', other] as const) {
        const own = translatorFor(language)
        const { status, text } = await open(`/landers/${name}`, { language })
        expect(status).toBe(200)
        expect(text).toContain(`<html lang="${language}`)
        expect(text).toContain(own('landers.niches.plain.kicker'))
        expect(text).toContain(own(`landers.pages.${name}.lead`, { site: 'Rendezvous' }))
        expect(text).toContain(own('landers.illustrated'))
        expect(text).toContain('href="/signup"')
        const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
        expect(scripts).toEqual([
          expect.stringMatching(/^<script type="module" src="\/assets\/lander-script-[\w-]+\.js">$/),
        ])
        expect(text).not.toContain('modulepreload')
      }
    },
  )

  test('has the texts of the niche of its site', async () => {
    const leads = new Set<string>()
    for (const [index, niche] of nicheNames.entries()) {
      const domain = `${niche}.niche.test`
      await addSite(domain, { niche: index + 1 })
      const { text } = await open('/landers/collagelanding', { domain })
      expect(text).toContain(`data-niche="${niche}"`)
      expect(text).toContain(t.en(`landers.niches.${niche}.kicker`))
      const lead = t.en(`landers.niches.${niche}.lead`, { site: domain })
      expect(text.includes(lead)).toBe(niche !== 'plain')
      leads.add(lead)
    }
    expect(leads.size).toBe(nicheNames.length)
  })

  test('has the texts of its slug, and those of the catalogue with an unknown one; neither is indexed', async () => {
    await changeLander(context, {
      lander: 'iconslanding',
      content: { slug: 'summer', texts: { title: 'Summer on {site} <b>', one: 'Swimming' }, images: ['/favicon.svg'] },
    })
    const answer = await open('/landers/iconslanding/summer')
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('<h1>Summer on Rendezvous &lt;b&gt;</h1>')
    expect(answer.text).toContain('src="/favicon.svg"')
    const plain = await open('/landers/iconslanding')
    expect(plain.text).not.toContain('noindex')
    for (const slug of ['winter', 'WINTER', '%3Cscript%3E', 'x'.repeat(10_000)]) {
      const { status, text } = await open(`/landers/iconslanding/${slug}`)
      expect(status).toBe(200)
      expect(text).toContain(t.en('landers.pages.iconslanding.title'))
      expect(text).toContain('<meta name="robots" content="noindex"/>')
      expect(text).toContain(`<link rel="canonical" href="${site.origin}/landers/iconslanding"/>`)
      expect(text).not.toContain('<script>')
    }
  })

  test('has nothing of the query of its address, and remembers the campaign', async () => {
    const domain = 'remembers.test'
    await addSite(domain, { traffic_sources: ['acme'] })
    const query = `network=acme&ref=%22%3E%3Cscript%3E&sub1=a&x=${'y'.repeat(10_000)}`
    const { text, headers } = await open(`/landers/gallery?${query}`, { domain })
    expect(text).toContain('href="/signup"')
    for (const part of ['yyy', 'acme', '"><script>']) expect(text).not.toContain(part)
    expect(decodeURIComponent(String(headers['set-cookie']))).toMatch(/^traffic_source=network=acme&sub1=a;/)
  })

  test('has the advertisements and the disclaimer that the operator has set, else that of the country', async () => {
    const tile = { kind: 'live_cam' as const, title: 'Watch live', text: '', image: null, url: 'https://cams.example/' }
    const promo_tiles = [tile, { ...tile, kind: 'resell' as const, title: 'Partner dates' }]
    await addSite('ads.test', { promo_tiles, disclaimers: { fr: 'Jouez avec modération.' } })
    for (const path of ['/landers/gallery', '/landers/video/winter']) {
      const { text } = await open(path, { domain: 'ads.test' })
      for (const part of ['Watch live', 'rel="sponsored noopener noreferrer"', t.en('shell.footer.disclaimer.other')])
        expect(text).toContain(part)
      expect(text).not.toContain('Partner dates')
      expect((await open(path, { domain: 'ads.test', language: 'fr' })).text).toContain('Jouez avec modération.')
    }
    expect((await open('/landers/gallery')).text).not.toContain('rel="sponsored')
  })

  test('that does not exist is a 404, without the scripts of the site', async () => {
    for (const path of ['/landers/nothing', '/landers/gallery/a/b', '/landers/tinderswipe/slug', '/landers/__proto__'])
      expect((await open(path)).status).toBe(404)
    expect((await open('/landers/nothing')).text).not.toContain('entry.client')
  })

  test.each(campaignLanders)('%s has an image of its own for link previews', async (name) => {
    const { text } = await open(`/landers/${name}`)
    const image = `${site.origin}/share/${name}.jpg?language=en&country=GB`
    expect(text).toContain(`<meta property="og:image" content="${image}"/>`)
    expect(text).toContain('<meta property="og:image:width" content="1200"/>')
    expect(text).toContain('<meta property="og:image:height" content="630"/>')
    expect(text).toContain(`<link rel="alternate" hrefLang="fr" href="${site.origin}/landers/${name}?lang=fr"/>`)
  })

  test('sends a member on', async () => {
    const gallery = await open('/landers/gallery', { cookie: member.cookie })
    expect([gallery.status, gallery.headers['location']]).toEqual([302, '/members'])
    const landing = await open(`/members/${member.profileId}/landing2/slug`, { cookie: member.cookie })
    expect([landing.status, landing.headers['location']]).toEqual([302, `/members/${member.profileId}`])
  })
})

describe('a landing page of a member', () => {
  test.each(memberLanders)('%s shows what visitors see, is not indexed, and leads to the sign-up', async (name) => {
    const { status, text } = await open(`/members/${member.profileId}/${name}?network=acme`)
    expect(status).toBe(200)
    expect(text).toContain('Zoë')
    expect(text).not.toContain('Miller')
    expect(text).toContain('noindex')
    expect(text).toContain(`/members/${member.profileId}/signup`)
    expect(text).toContain('acme')
  })

  test('is the same page for every reason for which the member is not shown', async () => {
    const hidden = await Promise.all(Array.from({ length: 4 }, () => buildMember(context, { name: 'Zoë' })))
    const now = context.clock.now()
    const [deleted, disabled, invisible, paused] = hidden.map(({ userId }) => userId)
    const { db } = context
    await db.updateTable('users').set({ deletedAt: now }).where('id', '=', deleted!).execute()
    await db.updateTable('users').set({ disabledAt: now }).where('id', '=', disabled!).execute()
    await db.updateTable('profiles').set({ isInvisible: true }).where('userId', '=', invisible!).execute()
    await db.updateTable('users').set({ pausedAt: now }).where('id', '=', paused!).execute()
    for (const name of memberLanders) {
      const unknown = await open(`/members/${'x'.repeat(14)}/${name}`)
      expect(unknown.status).toBe(404)
      expect(unknown.text).toContain(t.en('landers.goneTitle'))
      expect(unknown.text).toContain(t.en('landers.goneOthers'))
      for (const { profileId } of hidden) {
        const { status, text } = await open(`/members/${profileId}/${name}`)
        expect([status, withoutNonce(text)]).toEqual([404, withoutNonce(unknown.text)])
      }
    }
    expect((await open('/members/not-an-id/landing')).status).toBe(404)
  })

  test('does not exist on a site that is closed to visitors', async () => {
    await addSite('closed.test', { logged_out_search: 'none', logged_out_search_trafficsource: 'none' })
    expect((await open(`/members/${member.profileId}/landing`, { domain: 'closed.test' })).status).toBe(404)
  })
})

describe('the preview of a link to a profile', () => {
  const image = ({ text }: Opened) => /<meta property="og:image" content="([^"]+)"/.exec(text)?.[1]
  const shared = () => `${site.origin}/share.jpg`

  test('has the main photo as long as visitors may see it, else the image of the site (PRO-10)', async () => {
    const visible = await buildMember(context, { photos: ['public', 'public'] })
    const path = `/members/${visible.profileId}`
    expect(image(await open(path))).toBe(`${site.origin}/share/members/${visible.profileId}.jpg`)
    // A member sees the page without it: only programs that have no log-in read it.
    expect(image(await open(path, { cookie: visible.cookie }))).toBeUndefined()
    await context.db.updateTable('photos').set({ status: 'pending' }).where('userId', '=', visible.userId).execute()
    expect(image(await open(path))).toBe(shared())
    await callsTo(site.origin, visible)(updatePrivacy, { body: { isVisibleToVisitors: false } })
    const hidden = await open(path)
    expect([hidden.status, image(hidden)]).toEqual([404, undefined])
  })

  test('shows neither a private photo nor one of a fictional profile', async () => {
    const reserved = await buildMember(context, { photos: ['public'], isPrivate: true })
    const fictional = await buildMember(context, { photos: ['public'], isFictional: true })
    const without = await buildMember(context, { photos: ['private'] })
    for (const { profileId } of [reserved, fictional, without])
      expect(image(await open(`/members/${profileId}`))).toBe(shared())
  })
})

describe('the preview of a link to a landing page of a member', () => {
  test.each(memberLanders)('%s has the photo that visitors see, else the image of the page', async (name) => {
    const visible = await buildMember(context, { photos: ['public'] })
    const withoutPhoto = await buildMember(context, { photos: [] })
    const imageOf = async ({ profileId }: Member) => {
      const { text } = await open(`/members/${profileId}/${name}`)
      return /<meta property="og:image" content="([^"]+)"/.exec(text)?.[1]
    }
    expect(await imageOf(visible)).toBe(`${site.origin}/share/members/${visible.profileId}.jpg`)
    expect(await imageOf(withoutPhoto)).toBe(`${site.origin}/share/${name}.jpg?language=en&country=GB`)
  })
})

describe('the sign-up page', () => {
  const closed = { en: t.en('signup.closed'), fr: t.fr('signup.closed') }

  test('of a site that is closed says so in place of the form (SIGN-1)', async () => {
    await addSite('no-signups.test', { signups: 'none' })
    for (const language of ['en', 'fr'] as const) {
      const { status, text } = await open('/signup', { domain: 'no-signups.test', language })
      expect(status).toBe(200)
      expect(text).toContain(closed[language])
      expect(text).not.toContain('type="email"')
    }
  })

  test('of a site that is closed is linked to by the bar alone', async () => {
    const closedSite = 'no-links.test'
    await addSite(closedSite, { signups: 'none' })
    const links = async (path: string, domain = 'localhost') =>
      (await open(path, { domain })).text.split('href="/signup"').length - 1
    for (const path of ['/login', '/premium', '/pricing'])
      expect([path, (await links(path)) - (await links(path, closedSite))]).toEqual([path, 1])
  })

  test('of a site that is open to campaigns has the form for their visitors alone, also with the cookie of an earlier page', async () => {
    const domain = 'campaigns.test'
    await addSite(domain, { signups: 'with_trafficsource', traffic_sources: ['acme'] })
    for (const path of ['/signup', '/signup?network=other', '/signup?ref=acme']) {
      const { text } = await open(path, { domain })
      expect([path, text.includes(closed.en), text.includes('type="email"')]).toEqual([path, true, false])
    }
    const first = await open('/signup?network=acme&ref=r1&sub1=a&sub2=b&sub3=c', { domain })
    expect(first.text).toContain('type="email"')
    const [cookie = ''] = [first.headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0] ?? '')
    expect(decodeURIComponent(cookie)).toBe('traffic_source=network=acme&ref=r1&sub1=a&sub2=b&sub3=c')
    expect((await open('/signup', { domain, cookie })).text).toContain('type="email"')
    expect((await open('/signup', { domain, cookie })).text).not.toContain(closed.en)
  })
})

test('the home page has the buttons of a sign-up that is open to campaigns for their visitors alone', async () => {
  const domain = 'home-campaigns.test'
  await addSite(domain, { signups: 'with_trafficsource', traffic_sources: ['acme'] })
  const links = async (cookie: string) => (await open('/', { domain, cookie })).text.match(/href="\/signup"/g)?.length
  // That of the bar, which leads to a page that says so (SIGN-1).
  expect(await links('')).toBe(1)
  // Also the button at the top, three people and the card after them, and the end of the page.
  expect(await links('traffic_source=network%3Dacme')).toBe(7)
})

test('pages name the youngest age of the visitor’s country, and the terms that of all countries of the site', async () => {
  const [domain, age] = ['ages.test', 21]
  await addSite(domain, { countries: ['DE', 'NL'], minimum_ages: { DE: age } })
  const visit = async (path: string) => (await open(path, { domain })).text
  const home = await visit('/')
  expect(home).toContain(t.en('home.hero.note', { age }))
  expect(home).toContain(t.en('shell.footer.adults', { age }))
  const lander = await visit('/landers/gallery')
  expect(lander).toContain(t.en('landers.note', { age }))
  expect(lander).toContain(t.en('pages.entry.adults', { age }))
  expect(await visit('/terms')).toContain('at least 18 to join')
  await changeSettings(context, { siteId: context.sites.of(domain).id, settings: { countries: ['DE'] } })
  await expect.poll(() => visit('/terms')).toContain('at least 21 to join')
})

test('pages name what the operator has set: trade names, the phone of the company, the claim with its source', async () => {
  const premium_match_claim = { percentage: 46, source: 'Own figures of 2025' }
  await addSite('set.test', { support_phone: '', premium_match_claim })
  const service = (await open('/service', { domain: 'set.test' })).text
  expect(service).toContain(`href="tel:${demoCompany.support_phone.replaceAll(' ', '')}"`)
  expect(service).toContain(t.en('pages.service.tradenames'))
  const premium = (await open('/premium', { domain: 'set.test' })).text
  expect(premium).toContain(t.en('pricing.premium.claim', { rate: 0.46 }))
  expect(premium).toContain('Own figures of 2025')
  expect((await open('/premium')).text).not.toContain('Own figures of 2025')
})
