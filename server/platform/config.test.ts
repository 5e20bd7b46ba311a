import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from './config.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rendezvous-config-'))
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function load(environment: Record<string, string> = {}) {
  return loadConfig({ DATA_DIR: dataDir, ...environment })
}

test('without variables it is a demo on port 3000 of this machine', () => {
  expect(load()).toMatchObject({
    mode: 'demo',
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    demoMembers: 2000,
    databaseUrl: undefined,
    role: 'both',
    trustProxy: false,
  })
})

test('an empty variable counts as not set', () => {
  expect(load({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('the public address follows the port unless it is given', () => {
  expect(load({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
  expect(load({ PORT: '8080', PUBLIC_URL: 'https://example.com/' }).publicUrl).toBe('https://example.com')
})

const production = {
  SITE_MODE: 'production',
  PUBLIC_URL: 'https://example.com',
  SMTP_URL: 'smtp://mail.example.com',
  PAYMENT_PROVIDER: 'none',
}

test('production starts with what real people need, and creates no demo members', () => {
  expect(load(production)).toMatchObject({
    mode: 'production',
    demoMembers: 0,
    smtpUrl: 'smtp://mail.example.com',
    paymentProvider: 'none',
  })
})

test.each([
  [{ PUBLIC_URL: '' }, /^PUBLIC_URL must be set in production: [^\n]*$/],
  [{ SMTP_URL: '' }, /^SMTP_URL must be set in production; [^\n]*$/],
  [{ PAYMENT_PROVIDER: '' }, /^PAYMENT_PROVIDER must be set in production; [^\n]*$/],
  [{ PAYMENT_PROVIDER: 'sandbox' }, /^PAYMENT_PROVIDER must not be sandbox in production, [^\n]*$/],
  [{ DEMO_MEMBERS: '1' }, /^DEMO_MEMBERS must not be set in production, [^\n]*$/],
  [{ DATABASE_URL: 'postgres://host/site' }, /^APP_SECRET must be set in production with DATABASE_URL: [^\n]*$/],
])('production does not start with %o', (changes, sentence) => {
  expect(() => load({ ...production, ...changes })).toThrow(sentence)
})

test('production names everything that is missing at once', () => {
  expect(() => load({ SITE_MODE: 'production' })).toThrow(/PUBLIC_URL .*\nSMTP_URL .*\nPAYMENT_PROVIDER /)
})

test('production accepts no mail and no demo members as explicit choices, and a shared secret', () => {
  const choices = {
    SMTP_URL: 'none',
    DEMO_MEMBERS: '0',
    DATABASE_URL: 'postgres://host/site',
    APP_SECRET: 'x'.repeat(32),
  }
  expect(load({ ...production, ...choices })).toMatchObject({ smtpUrl: undefined, demoMembers: 0 })
})

test('a demo sells through the sandbox and sends no mail by default', () => {
  expect(load()).toMatchObject({ paymentProvider: 'sandbox', smtpUrl: undefined })
  expect(load({ PAYMENT_PROVIDER: 'none', SMTP_URL: 'none' })).toMatchObject({
    paymentProvider: 'none',
    smtpUrl: undefined,
  })
})

test.each([
  ['PORT', 'eighty', 'PORT must be a whole number from 1 to 65535.'],
  ['PORT', '70000', 'PORT must be a whole number from 1 to 65535.'],
  [
    'DATABASE_URL',
    'mysql://a:secret@b/c',
    'DATABASE_URL must be a URL such as postgresql://user:password@host/database.',
  ],
  ['ROLE', 'other', 'ROLE must be both, web or worker.'],
  ['SMTP_URL', 'mail:secret@host', 'SMTP_URL must be none or a URL such as smtp://user:password@host:587.'],
  ['APP_SECRET', 'short', 'APP_SECRET must have at least 32 characters.'],
])('an invalid %s (%s) is reported by name, without its value', (name, value, message) => {
  expect(() => load({ [name]: value })).toThrow(message)
})

test('all invalid variables are reported at once', () => {
  expect(() => load({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/PORT .*\nLOG_LEVEL /)
})

test.each([
  ['2', 2],
  ['true', true],
  ['10.0.0.1, 10.0.0.0/8', '10.0.0.1, 10.0.0.0/8'],
])('TRUST_PROXY=%s', (value, expected) => {
  expect(load({ TRUST_PROXY: value }).trustProxy).toBe(expected)
})

test('the secret is created once, readable by its owner only, and can be set by a variable', () => {
  const { secret } = load()
  expect(secret).toHaveLength(43)
  expect(load().secret).toBe(secret)
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(secret)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(load({ APP_SECRET: 'x'.repeat(32) }).secret).toBe('x'.repeat(32))
})
