import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendActivation } from '#server/features/accounts/email/activation.ts'
import { sendMessage } from '#server/features/chat/send/send-message.ts'
import type { AppContext } from '#server/context.ts'
import { reportProfile } from '#contract/moderation/calls.ts'
import { sendComplaint } from '#contract/pages/calls.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { buildPaidOrder } from '#tests/support/operator-orders.ts'
import { openTestSite } from '#tests/support/site/test-site.ts'
import { startSite, type Site } from '#tests/support/site/site.ts'

let site: Site
let testSite: AppContext
let attacker: Member
let reader: Member

/** Closes every place that it could be in: text, attribute, title, script, comment, the end of a tag. */
const attack = `"'></script></title><!--<script>alert(1)</script><img src=x onerror=alert(1)>`
const short = '"></script><img src=x onerror>'

beforeAll(async () => {
  site = await startSite({ demoMembers: 0 })
  testSite = await openTestSite(site)
  const paying = { isPremium: true, credits: 100 }
  attacker = await buildMember(testSite, { ...paying, name: short, city: attack, about: attack })
  reader = await buildMember(testSite, { ...paying, gender: 'male' })
  const viewer = {
    ...attacker,
    isConfirmed: true,
    isPremium: true,
    isPaused: false,
    mustAssureAge: false,
    language: 'en',
  } as const
  const message = { kind: 'text' as const, clientId: randomUUID(), body: attack, replyTo: null }
  const { settings } = testSite.sites.of('localhost')
  await sendMessage(testSite, { viewer, profileId: reader.profileId, message, settings })
  await testSite.transaction((tx) => sendActivation(testSite, tx, attacker))
})

afterAll(async () => {
  await testSite.close()
  await site.stop()
})

function open(path: string, headers: Record<string, string> = {}) {
  return fetch(site.origin + path, { redirect: 'manual', headers })
}

/** The attack as a browser would parse it. */
const markup = /<img src=x|<script>alert|<\/script><(?:img|\/title)/i

test('what members write is text, on every page and in the embedded state', async () => {
  const paths = ['/members', `/members/${attacker.profileId}`, '/chats', '/profile']
  for (const [{ cookie }, partner] of [
    [reader, attacker],
    [attacker, reader],
  ] as const)
    for (const path of [...paths, `/members/${partner.profileId}/chat`]) {
      const html = await (await open(path, { cookie })).text()
      expect(html).not.toMatch(markup)
      // The page still ends where it should.
      expect(html.match(/<\/html>/g)).toHaveLength(1)
    }
  const profile = await (await open(`/members/${attacker.profileId}`, { cookie: reader.cookie })).text()
  expect(profile).toContain('&lt;img src=x onerror=alert(1)&gt;')
  const state = /<script id="server-state"[^>]*>(.*?)<\/script>/s.exec(profile)?.[1] ?? ''
  expect(JSON.stringify(JSON.parse(state))).toContain(JSON.stringify(attack).slice(1, -1))
})

test('what members write is text in mails and in the mailbox', async () => {
  let ids: string[] = []
  await expect
    .poll(async () => {
      const list = await (await open('/dev/mailbox')).text()
      ids = [...list.matchAll(/\/dev\/mailbox\/([\w-]+)"/g)].map(([, id = '']) => id)
      return ids.length
    })
    .toBeGreaterThan(0)
  for (const path of [`/dev/mailbox/${ids[0]}`, `/dev/mailbox/${ids[0]}/html`]) {
    const response = await open(path)
    expect(await response.text()).not.toMatch(markup)
    expect(response.headers.get('content-security-policy')).not.toContain('script-src')
  }
  expect(await (await open(`/dev/mailbox/${ids[0]}/html`)).text()).toContain('&lt;img src=x onerror&gt;')
})

test('pages render nothing of their address, host or cookies as markup', async () => {
  const headers = {
    cookie: 'i18n_redirected="><script>alert(1)</script>; theme=<script>alert(1)</script>; time_zone=%E0%A4%A',
    'accept-language': '"><script>alert(1)</script>',
    'x-forwarded-host': 'evil.example',
  }
  for (const path of [
    '/',
    '/members?region="><script>alert(1)</script>&domain=a&domain=b',
    '/%22%3E%3Cscript%3Ealert(1)',
  ]) {
    const response = await open(path, headers)
    const html = await response.text()
    expect(response.status).toBeLessThan(500)
    expect(html).not.toMatch(markup)
    expect(html).not.toContain('evil.example')
  }
})

test('no address leads off the site', async () => {
  const paths = [
    '//evil.example',
    '//evil.example/%2e%2e',
    '/\\evil.example',
    '/https://evil.example',
    '/login?redirect=//evil.example',
  ]
  for (const path of [...paths, '/.//evil.example/..', '/members/', '//evil.example/members/', '/evil.example//'])
    for (const cookie of ['', reader.cookie]) {
      const answer = await raw(
        `GET ${path} HTTP/1.1\r\nHost: ${new URL(site.origin).host}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1.1 (200|302|301|404|400)/)
      expect(/^location: (.*)$/im.exec(answer)?.[1] ?? '/').toMatch(/^\/(?![/\\])/)
    }
})

test('a member’s own address with the chat behind it leads to the profile', async () => {
  const { status, headers } = await open(`/members/${reader.profileId}/chat`, { cookie: reader.cookie })
  expect([status, headers.get('location')]).toEqual([302, `/members/${reader.profileId}`])
})

test('no path leads out of a folder', async () => {
  const secrets = /rendezvous@|root:|"private": true|createRequestHandler/
  for (const step of ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '....//', '%252e%252e%252f'])
    for (const folder of ['/assets/', '/', '/photos/', '/api/docs/static/', '/dev/mailbox/'])
      for (const file of ['etc/passwd', 'package.json', 'server/index.js', 'secret']) {
        const answer = await raw(
          `GET ${folder}${step.repeat(3)}${file} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
        )
        expect(answer).not.toMatch(/^HTTP\/1.1 5/)
        expect(answer.slice(answer.indexOf('\r\n\r\n'))).not.toMatch(secrets)
      }
})

test('malformed requests are rejected, and the site goes on', async () => {
  const huge = 'x'.repeat(40_000)
  const requests = [
    'GET / HTTP/1.0\r\n\r\n',
    'GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n',
    'POST /api/user HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${huge}\r\nConnection: close\r\n\r\n`,
    `GET /${huge} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    'NONSENSE\r\n\r\n',
    'GET /api/user HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  ]
  for (const request of requests) expect(await raw(request)).not.toMatch(/^HTTP\/1.1 5/)
  expect((await open('/health')).status).toBe(200)
})

// The last one: it causes mails, and the mailbox shows the latest first.
test('what members and visitors write is text on the pages of operators', async () => {
  const calls = callsTo(site.origin, reader)
  const report = { photoId: null, text: attack, isBlocking: false, reason: 'scam' as const }
  await calls(reportProfile, { body: { ...report, clientId: randomUUID(), profileId: attacker.profileId } })
  const complaint = { topic: 'other', name: short, email: 'x@example.com', text: attack, language: 'en' } as const
  await calls(sendComplaint, { body: { ...complaint, clientId: randomUUID() } })
  const orderId = await buildPaidOrder(testSite, attacker)
  const { cookie, operatorId } = await buildOperator(testSite)
  await testSite.db.updateTable('operators').set({ name: short }).where('id', '=', operatorId).execute()
  const cases = await testSite.db.selectFrom('moderationCases').select('reference').execute()
  expect(cases).toHaveLength(2)
  const paths = [
    '/members',
    `/members?q=${encodeURIComponent(short)}`,
    `/members/${attacker.profileId}`,
    '/money',
    `/money/orders/${orderId}`,
    '/cases',
    ...cases.map(({ reference }) => `/cases/${reference}`),
    '/photos',
    '/operators',
    `/audit?subject=${encodeURIComponent(short)}`,
    '/audit',
  ]
  for (const path of paths) {
    const response = await open(`/operator${path}`, { cookie })
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).not.toMatch(markup)
    expect(html.match(/<\/html>/g)).toHaveLength(1)
  }
  const file = await (await open(`/operator/members/${attacker.profileId}`, { cookie })).text()
  expect(file).toContain('&lt;img src=x onerror&gt;')
})

/** Sends bytes unchanged; fetch would normalise them. Silence ends an answer whose connection stays open. */
function raw(request: string) {
  const { hostname, port } = new URL(site.origin)
  return new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.setTimeout(60_000, () => socket.destroy())
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      socket.setTimeout(3000)
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', (error) => (answer ? resolve(answer) : reject(error)))
  })
}
