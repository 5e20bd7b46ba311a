import { generateKeyPairSync, verify } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EmailRenderer } from '#contract/email-renderer.ts'
import { Email } from '#contract/emails.ts'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { transactions } from '#server/platform/postgres/db.ts'
import { Events } from '#server/platform/events.ts'
import { answerErrors } from '#server/platform/http/error-replies.ts'
import { Jobs } from '#server/platform/jobs/jobs.ts'
import { createMail, type UnrenderedEmail } from './mail.ts'
import { registerMailbox } from './mailbox.ts'
import { messageIdFor } from './message-id.ts'

const log = pino({ level: 'silent' })
const secret = 's'.repeat(43)
let database: TestDatabase
let dataDir: string
const cleanups: (() => unknown)[] = []

const renderer: EmailRenderer = {
  async renderEmail(input) {
    const { template, language } = Email.parse(input)
    return {
      subject: `${template} ${language} – ça va`,
      html: '<html><head><style>b{color:red}</style></head><body><a href="/x" target="_blank">go</a></body></html>',
      text: 'go: /x',
    }
  },
  renderMailbox: async ({ emails: list, selected }) => `${list.map(({ to }) => to).join()}|${selected?.subject ?? ''}`,
}

const email: Email = {
  template: 'activation',
  to: 'zoe@members.example',
  language: 'fr',
  site: { name: 'Site', url: 'https://site.example', supportEmail: '', company: '' },
  props: { name: 'Zoé', url: 'https://site.example/token', freeMessages: 3 },
}
/** The mails that the builder returns, by account; null for an account that is gone. */
const emails = new Map<number, UnrenderedEmail | null>()
const request = { template: 'activation', userId: 7 }

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  emails.clear()
  emails.set(request.userId, email)
  dataDir = await mkdtemp(join(tmpdir(), 'mail-'))
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
  await database.pool.query('delete from graphile_worker._private_jobs')
  await rm(dataDir, { recursive: true })
})

async function open({ smtpUrl, mode = 'demo' }: { smtpUrl?: string; mode?: 'demo' | 'production' } = {}) {
  const jobs = new Jobs({ pool: database.pool, log })
  await jobs.migrate()
  const config = { dataDir, mailFrom: 'noreply@site.example', smtpUrl, mode, secret }
  const mail = createMail({ config, jobs, log, loadRenderer: async () => renderer })
  mail.define('activation', async ({ userId }) => emails.get(userId) ?? null)
  const app = Fastify()
  answerErrors(app)
  await app.register(cookie)
  registerMailbox(app, { config: config as never, mail })
  return { jobs, mail, app }
}

const outboxFiles = async () => (await readdir(join(dataDir, 'outbox')).catch((): string[] => [])).toSorted()

test('a mail to an address of no one is not sent', async () => {
  const { jobs, mail } = await open()
  emails.set(8, { ...email, to: 'x@fictional.invalid' })
  await mail.send(database.db, { ...request, userId: 8 })
  await mail.send(database.db, request)
  await jobs.runDue()
  const written = await Promise.all(
    (await outboxFiles()).map((name) => readFile(join(dataDir, 'outbox', name), 'utf8')),
  )
  expect(written.join('')).toContain('zoe@members.example')
  expect(written.join('')).not.toContain('.invalid')
})

test('a mail is written to the outbox as a complete message once its transaction has committed', async () => {
  const { jobs, mail } = await open()
  const transaction = transactions({ db: database.db, events: new Events({ log }) })
  await transaction((tx) => mail.send(tx, request))
  await expect(
    transaction(async (tx) => {
      await mail.send(tx, request)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await jobs.runDue()

  const [eml = '', json] = await outboxFiles()
  expect([eml, json]).toEqual([expect.stringMatching(/^\d{17}-\w{14}\.eml$/), eml.replace('.eml', '.json')])
  const id = eml.slice(0, -'.eml'.length)
  // Long headers are folded.
  const message = String(await mail.outbox?.findEml(id)).replaceAll(/\n[ \t]+/g, ' ')
  expect(message).toContain(`Message-ID: <${messageIdFor({ secret }, { id, to: email.to })}@site.example>`)
  expect(message).toContain('From: Site <noreply@site.example>')
  expect(message).toContain('To: zoe@members.example')
  expect(message).toMatch(/Subject: =\?UTF-8\?/)
  expect(message).toContain('Content-Type: multipart/alternative')
  expect(await mail.outbox?.find(id)).toMatchObject({ to: 'zoe@members.example', text: 'go: /x' })
})

test('the queue contains ids, not addresses, names or links', async () => {
  const { mail } = await open()
  await mail.send(database.db, { ...request, about: { orderId: 'order-1' } })
  const { rows } = await database.pool.query('select payload from graphile_worker._private_jobs')
  expect(rows).toEqual([
    { payload: { id: expect.any(String), template: 'activation', userId: 7, about: { orderId: 'order-1' } } },
  ])
})

test('a mail is built when it is sent, and not sent when its account is gone by then', async () => {
  const { jobs, mail } = await open()
  await mail.send(database.db, request)
  emails.set(request.userId, null)
  await jobs.runDue()
  expect(await outboxFiles()).toEqual([])
  expect(await jobsLeft()).toEqual([])
})

test('a mail without a builder is an error when it is requested', async () => {
  const { mail } = await open()
  await expect(mail.send(database.db, { ...request, template: 'unknown' })).rejects.toThrow(
    'no builder for mail unknown',
  )
})

test('the mails to an erased account are deleted from the outbox', async () => {
  const { jobs, mail } = await open()
  const transaction = transactions({ db: database.db, events: new Events({ log }) })
  emails.set(8, { ...email, to: 'yan@members.example' })
  await mail.send(database.db, request)
  await mail.send(database.db, { ...request, userId: 8 })
  await jobs.runDue()
  await transaction((tx) => mail.erase(tx, request.userId))
  await jobs.runDue()
  const left = (await mail.outbox?.list(10)) ?? []
  expect(left.map(({ to }) => to)).toEqual(['yan@members.example'])
  expect(await outboxFiles()).toHaveLength(2)
})

test('a job that runs twice writes the mail once', async () => {
  const { jobs, mail } = await open()
  await mail.send(database.db, request)
  const { rows } = await database.pool.query('select payload from graphile_worker._private_jobs')
  await jobs.runDue()
  const before = await outboxFiles()
  await database.pool.query(`select graphile_worker.add_job('mail.send', $1::json)`, [JSON.stringify(rows[0].payload)])
  await jobs.runDue()
  expect(await outboxFiles()).toEqual(before)
})

test('line breaks in the sender’s name add no header lines', async () => {
  const { jobs, mail } = await open()
  emails.set(request.userId, { ...email, site: { ...email.site, name: 'Site\r\nBcc: all@x.example' } })
  await mail.send(database.db, request)
  await jobs.runDue()
  const [eml = ''] = await outboxFiles()
  expect(String(await mail.outbox?.findEml(eml.replace('.eml', '')))).not.toMatch(/^Bcc:/m)
})

test('while the mail server is down the job waits for a retry', async () => {
  const { jobs, mail } = await open({ smtpUrl: 'smtp://127.0.0.1:9' })
  await mail.send(database.db, request)
  await jobs.runDue()
  expect(await jobsLeft()).toEqual([1])
  expect(await outboxFiles()).toEqual([])
})

test('a mail server receives the mail, and a permanent rejection of the recipient is not retried', async () => {
  const server = await smtpServer()
  const { jobs, mail } = await open({ smtpUrl: server.url })
  await mail.send(database.db, request)
  await jobs.runDue()
  expect(server.received.join('\n')).toContain('RCPT TO:<zoe@members.example>')
  expect(server.received.join('\n')).toMatch(/Message-ID:\s+<\d{17}-\w{14}-[\da-f]{24}@site\.example>/)

  emails.set(request.userId, { ...email, to: 'unknown@members.example' })
  await mail.send(database.db, request)
  await jobs.runDue()
  expect(await jobsLeft()).toEqual([])
})

test('every attempt to send a mail builds it again and has the same Message-ID', async () => {
  const server = await smtpServer()
  const { jobs, mail } = await open({ smtpUrl: server.url })
  emails.set(request.userId, { ...email, to: 'busy@members.example' })
  await mail.send(database.db, request)
  await jobs.runDue()
  emails.set(request.userId, email)
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await jobs.runDue()
  const ids = server.received.filter((line) => line.startsWith('Message-ID:'))
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
  expect(await jobsLeft()).toEqual([])
})

test('the mailbox lists mails and shows one in a sandbox without scripts', async () => {
  const { jobs, mail, app } = await open()
  await mail.send(database.db, request)
  await jobs.runDue()
  const [eml = ''] = await outboxFiles()
  const id = eml.replace('.eml', '')

  expect((await app.inject('/dev/mailbox')).body).toBe('zoe@members.example|')
  expect((await app.inject(`/dev/mailbox/${id}`)).body).toContain('|activation fr')
  const page = await app.inject(`/dev/mailbox/${id}/html`)
  expect(page.body).toContain('<a href="/x" target="_top">')
  const policy = page.headers['content-security-policy']
  expect(policy).toMatch(/^default-src 'none';.* sandbox allow-top-navigation-by-user-activation;/)
  expect(policy).toMatch(/style-src 'sha256-/)
  expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/)
  const file = await app.inject(`/dev/mailbox/${id}/eml`)
  expect(file.headers).toMatchObject({ 'content-type': 'message/rfc822' })
})

test.each(['/dev/mailbox/unknown', '/dev/mailbox/..%2F..%2Fsecret/html', '/dev/mailbox/..%2F..%2Fsecret/eml'])(
  '%s is not found',
  async (url) => {
    const { app } = await open()
    expect((await app.inject(url)).statusCode).toBe(404)
  },
)

test.each([{ mode: 'production' as const }, { smtpUrl: 'smtp://127.0.0.1:9' }])(
  'with %o there is no mailbox page',
  async (options) => {
    const { app } = await open(options)
    expect((await app.inject('/dev/mailbox')).statusCode).toBe(404)
  },
)

async function jobsLeft() {
  const { rows } = await database.pool.query('select attempts from graphile_worker.jobs')
  return rows.map((row: { attempts: number }) => row.attempts)
}

/** A minimal mail server. It rejects `unknown@…`, and fails temporarily after a mail to `busy@…`. */
async function smtpServer() {
  const received: string[] = []
  const server: Server = createServer((socket) => {
    let isData = false
    let isBusy = false
    socket.write('220 ready\r\n')
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) {
        received.push(line)
        isBusy ||= line.includes('<busy@')
        if (isData) {
          if (line !== '.') continue
          isData = false
          socket.write(isBusy ? '451 try again later\r\n' : '250 accepted\r\n')
        } else if (line === 'DATA') {
          isData = true
          socket.write('354 continue\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write(line.includes('<unknown@') ? '550 unknown recipient\r\n' : '250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  cleanups.push(() => server.close())
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  return { received, url: `smtp://127.0.0.1:${address.port}` }
}

test('a mail is signed with the key of the site, the headers of unsubscription included', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const jobs = new Jobs({ pool: database.pool, log })
  const dkim = { domain: 'site.example', selector: 'key1', privateKey }
  const config = { dataDir, mailFrom: 'noreply@site.example', smtpUrl: undefined, secret, dkim }
  const mail = createMail({ config, jobs, log, loadRenderer: async () => renderer })
  const unsubscribeUrl = 'https://site.example/mail-preferences?token=abc'
  await mail.deliver(await mail.render(email, { id: 'notice-1', userId: 7, unsubscribeUrl }))
  const message = String(await mail.outbox?.findEml('notice-1')).replaceAll('\n', '\r\n')
  const headers = relaxedHeaders(message)
  const signature = headers.get('dkim-signature') ?? ''
  const tags = new Map(signature.split(/; ?/).map((tag): [string, string] => [tag.split('=')[0] ?? '', tag]))
  expect([tags.get('d'), tags.get('s')]).toEqual(['d=site.example', 's=key1'])
  const names = tags.get('h')?.slice(2).split(':') ?? []
  expect(names.map((name) => name.toLowerCase())).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  )
  const signed = [
    ...names.map((name) => `${name.toLowerCase()}:${headers.get(name.toLowerCase())}\r\n`),
    `dkim-signature:${signature.replace(/\bb=[^;]*/, 'b=')}`,
  ].join('')
  const bytes = Buffer.from(/\bb=([^;]*)/.exec(signature)?.[1]?.replaceAll(' ', '') ?? '', 'base64')
  expect(verify('RSA-SHA256', Buffer.from(signed), publicKey, bytes)).toBe(true)
})

/** Returns the headers as a signature covers them: RFC 6376, section 3.4.2. */
function relaxedHeaders(message: string) {
  const head = message.slice(0, message.indexOf('\r\n\r\n')).replaceAll(/\r\n(?=[ \t])/g, '')
  return new Map(
    head.split('\r\n').map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [
        line.slice(0, colon).toLowerCase().trim(),
        line
          .slice(colon + 1)
          .replaceAll(/[ \t]+/g, ' ')
          .trim(),
      ]
    }),
  )
}
