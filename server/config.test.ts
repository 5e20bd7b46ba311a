import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
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

test('a replaced secret needs the new one and the key of stored hashes', () => {
  const [former, current] = ['f'.repeat(43), 'c'.repeat(43)]
  const secrets = { APP_SECRET: current, APP_SECRET_PREVIOUS: former }
  expect(() => load(secrets)).toThrow('HASH_SECRET must be set')
  expect(() => load({ APP_SECRET_PREVIOUS: former, HASH_SECRET: former })).toThrow('APP_SECRET must be set')
  expect(() => load({ ...secrets, APP_SECRET: former, HASH_SECRET: former })).toThrow('to another value')
  expect(load({ ...secrets, HASH_SECRET: former })).toMatchObject({
    secret: current,
    previousSecret: former,
    hashSecret: former,
  })
})

test('processes are a number, or one for each core', () => {
  expect(load().processes).toBe(1)
  expect(load({ PROCESSES: '3' }).processes).toBe(3)
  expect(load({ PROCESSES: 'auto' }).processes).toBe(Math.min(availableParallelism(), 29))
  for (const PROCESSES of ['0', '30', '-1', 'all', '1.5'])
    expect(() => load({ PROCESSES })).toThrow('PROCESSES must be')
})

test('an empty variable counts as not set', () => {
  expect(load({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('the public address follows the port unless it is given', () => {
  expect(load({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
  expect(load({ PORT: '8080', PUBLIC_URL: 'https://example.com/' }).publicUrl).toBe('https://example.com')
})

test('a photo store is read from one address, with its key, secret and region', () => {
  const url = 'https://key:sec%2Fret@s3.example.com/photos?region=eu-west-3'
  expect(load({ PHOTO_STORE_URL: url }).photoStore).toEqual({
    bucketUrl: 'https://s3.example.com/photos',
    region: 'eu-west-3',
    accessKeyId: 'key',
    secretAccessKey: 'sec/ret',
  })
  expect(() => load({ PHOTO_STORE_URL: 'https://s3.example.com/photos' })).toThrow(/^PHOTO_STORE_URL must have a key/)
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
    paymentProviders: [],
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
  expect(load()).toMatchObject({ paymentProviders: ['sandbox'], smtpUrl: undefined })
  expect(load({ PAYMENT_PROVIDER: 'none', SMTP_URL: 'none' })).toMatchObject({
    paymentProviders: [],
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
  [
    'SMS_URL',
    'https://sid:secret@api.twilio.com',
    'SMS_URL must have an account, a token and a sender, such as https://sid:token@api.twilio.com?from=%2B15551234567.',
  ],
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

test.each(['', 'x'.repeat(31)])('a secret that a power failure has cut off stops the start: %j', (rest) => {
  load()
  writeFileSync(join(dataDir, 'secret'), rest)
  expect(() => load()).toThrow(/^DATA_DIR \S+\/secret must have at least 32 characters\./)
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(rest)
  expect(load({ APP_SECRET: 'x'.repeat(32) }).secret).toBe('x'.repeat(32))
})

test('the directory has only the complete secret, and no draft of it', () => {
  load()
  expect(readdirSync(dataDir)).toEqual(['secret'])
})

const key = 'a'.repeat(30)
const mollie = { PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: `live_${key}` }
const adyen = {
  PAYMENT_PROVIDER: 'adyen',
  ADYEN_API_KEY: 'secret',
  ADYEN_MERCHANT_ACCOUNT: 'Shop',
  ADYEN_HMAC_KEY: 'ab'.repeat(32),
  ADYEN_LIVE_PREFIX: '1797a841fbb37ca7-Shop',
}

test('payment providers are chosen in order, and one that is only configured is known', () => {
  const both = load({ ...production, ...adyen, ...mollie, PAYMENT_PROVIDER: 'mollie,adyen' })
  expect(both.paymentProviders).toEqual(['mollie', 'adyen'])
  expect(both.mollie).toEqual({ apiKey: `live_${key}` })
  expect(both.adyen).toMatchObject({ merchantAccount: 'Shop', livePrefix: '1797a841fbb37ca7-Shop' })
  const former = load({ ...production, ...adyen, ...mollie })
  expect([former.paymentProviders, former.adyen]).toMatchObject([['mollie'], { apiKey: 'secret' }])
})

test.each([
  [
    'a provider without its key',
    { PAYMENT_PROVIDER: 'mollie' },
    /^MOLLIE_API_KEY must be set for the payment provider/,
  ],
  ['a test key', { ...mollie, MOLLIE_API_KEY: `test_${key}` }, /^MOLLIE_API_KEY must begin with live_ in production/],
  ['something else than a key', { ...mollie, MOLLIE_API_KEY: 'key' }, /^MOLLIE_API_KEY must begin with test_ or live_/],
  ['one provider of two', { ...mollie, PAYMENT_PROVIDER: 'mollie,adyen' }, /^ADYEN_API_KEY, .* must be set together/],
  ['no HMAC key', { ...adyen, ADYEN_HMAC_KEY: '' }, /^ADYEN_API_KEY, .* must be set together/],
  ['half of a former provider', { ...mollie, ADYEN_API_KEY: 'secret' }, /ADYEN_API_KEY, .* must be set together/],
  ['test payments', { ...adyen, ADYEN_LIVE_PREFIX: '' }, /^ADYEN_LIVE_PREFIX must be set in production/],
  ['an unknown provider', { PAYMENT_PROVIDER: 'stripe' }, /^PAYMENT_PROVIDER must be none, sandbox, mollie, adyen/],
  ['the sandbox beside another', { PAYMENT_PROVIDER: 'sandbox,mollie' }, /^PAYMENT_PROVIDER must be none/],
])('production does not start with %s', (_, changes, sentence) => {
  expect(() => load({ ...production, ...changes })).toThrow(sentence)
})

test.each([
  [mollie, /^MOLLIE_API_KEY must begin with test_ in a demo/],
  [adyen, /^ADYEN_LIVE_PREFIX must not be set in a demo/],
])('a demo takes no real money', (environment, sentence) => {
  expect(() => load(environment)).toThrow(sentence)
})
