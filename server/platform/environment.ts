import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { DEFAULT_REQUESTS_PER_MINUTE } from '#contract/limits.ts'
import { ageProviderEnvironment } from './age-provider/age-provider-config.ts'
import { dkimEnvironment } from './mail/dkim-config.ts'
import { pushEnvironment } from './push/push-config.ts'
import { SECRET_MIN_LENGTH } from './secret-file.ts'
import { smsEnvironment } from './sms/sms-config.ts'

export const DEMO_MEMBERS = 2000

const PostgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a URL such as postgresql://user:password@host/database',
})

const Secret = z.string().min(SECRET_MIN_LENGTH, { error: `must have at least ${SECRET_MIN_LENGTH} characters` })

/** The environment variables of the platform: part of `Environment` in server/config.ts. */
export const platformEnvironment = {
  SITE_MODE: z.enum(['demo', 'production'], { error: 'must be demo or production' }).default('demo').meta({
    description:
      'In `demo` the mailbox page and the sandbox payment provider are on, and every page says that its members are invented. `production` is for real people and starts only with what they need.',
  }),
  PORT: wholeNumber(1, 65_535).default(3000).meta({ description: 'Port of the web server.' }),
  HOST: z.string().default('localhost').meta({
    description:
      'Address that the web server listens on; `localhost` is reached from this machine only, `0.0.0.0` from everywhere, as in a container.',
  }),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://example.com' })
    .transform((url) => new URL(url).origin)
    .optional()
    .meta({
      description: 'Address of the site in links and cookies; must be set in production.',
      shownDefault: '`http://localhost:` and the port',
    }),
  DATA_DIR: z.string().default('./data').meta({
    description:
      'Directory of everything that the program stores: database, photos, uploads in progress, outbox, secret.',
  }),
  PAGE_TEXTS_DIR: z.string().optional().meta({
    description:
      'Directory with own texts of static pages, such as `en/terms.md` and `fr/terms.md`. A page without a file there has its built-in text.',
    shownDefault: 'none: the built-in texts',
  }),
  PHOTO_STORE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be a URL such as https://key:secret@s3.example.com/bucket?region=eu-west-1',
    })
    .refine((url) => toPhotoStore(url) !== null, {
      error:
        'must have a key, a secret and a bucket, such as https://key:secret@s3.example.com/bucket?region=eu-west-1',
    })
    .optional()
    .meta({
      description:
        'Bucket of an S3-compatible store for photos, with key, secret and region. Browsers get photos from it by addresses that are signed for a minute.',
      shownDefault: '`DATA_DIR/photos`',
    }),
  PHOTO_ACCEL_PREFIX: z
    .string()
    .regex(/^\/[\w/-]*$/, { error: 'must be a path such as /internal-photos' })
    .optional()
    .meta({
      description:
        'Path under which a proxy reads `DATA_DIR/photos`. After checking the rights, the server answers a photo with the header `X-Accel-Redirect` and the proxy sends the file.',
      shownDefault: 'none: the server sends photos itself',
    }),
  DATABASE_URL: PostgresUrl.optional().meta({
    description: 'External PostgreSQL server, version 15 or later.',
    shownDefault: 'the embedded PostgreSQL 18',
  }),
  DATABASE_POOL_URL: PostgresUrl.optional().meta({
    description:
      'The same database through a PgBouncer in transaction mode (`deploy/pgbouncer.ini`). Notifications, the job queue and migrations still connect to `DATABASE_URL`, which must be the server itself.',
    shownDefault: 'none: all connects to `DATABASE_URL`',
  }),
  DATABASE_REPLICA_URL: PostgresUrl.optional().meta({
    description:
      'Streaming replica of `DATABASE_URL`, from which searches, profiles and lists of the console are read while it is less than a second behind. Members see their own changes at once.',
    shownDefault: 'none: all is read from `DATABASE_URL`',
  }),
  DATABASE_POOL_SIZE: wholeNumber(4, 200).default(10).meta({
    description:
      'Connections to the database that this process opens at most, beside one for notifications and one during maintenance.',
  }),
  DEMO_MEMBERS: wholeNumber(0, 1_000_000)
    .optional()
    .meta({
      description:
        'Number of demo members, created by the first start, most of them in the background. They mark the data directory and the database as a demo, on which `production` does not start.',
      shownDefault: `\`${DEMO_MEMBERS}\`, in production \`0\``,
    }),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must be a URL such as redis://host:6379' })
    .optional()
    .meta({
      description:
        'Redis or Valkey that connects several nodes: realtime events, ended sessions, rate limits, failed log-ins.',
      shownDefault: 'none: one node',
    }),
  SMTP_URL: z
    .union([
      z.literal('none'),
      z.url({ protocol: /^smtps?$/, error: 'must be none or a URL such as smtp://user:password@host:587' }),
    ])
    .optional()
    .meta({
      description:
        'Mail server for outgoing mail. `none` stores mails as files in `DATA_DIR/outbox` and sends nothing.',
      shownDefault: '`none`; must be set in production',
    }),
  MAIL_FROM: z
    .email({ error: 'must be a mail address' })
    .default('noreply@localhost.localdomain')
    .meta({ description: 'Sender address of mails; the sender name is a setting of the site.' }),
  ...dkimEnvironment,
  ...smsEnvironment,
  ...ageProviderEnvironment,
  ...pushEnvironment,
  BACKUP_KEY_FILE: z.string().optional().meta({
    description:
      'File with the key of backups: 32 bytes in base64, from `openssl rand -base64 32`. Keep a copy elsewhere: without it no backup can be read.',
    shownDefault: 'none: `npm run backup` needs it',
  }),
  ERASURE_LOG: z.string().optional().meta({
    description:
      'File that lists erased accounts by keyed hashes, so that a restored backup erases them again. Keep a copy elsewhere, as of backups.',
    shownDefault: '`DATA_DIR/erasures.log`',
  }),
  ROLE: z
    .enum(['both', 'web', 'worker'], { error: 'must be both, web or worker' })
    .default('both')
    .meta({ description: 'What this process does: serve requests (`web`), run jobs (`worker`), or both.' }),
  PROCESSES: z
    .string()
    .regex(/^(auto|[1-9]|[12]\d)$/, { error: 'must be auto or a number from 1 to 29' })
    .default('1')
    .transform((value) => (value === 'auto' ? availableParallelism() : Number(value)))
    .meta({
      description:
        'How many processes serve requests, on one port: `auto` for one for each core. With more than one a further process runs jobs. They need no `REDIS_URL`; without it the requests of an address are counted by each process on its own.',
    }),
  STOP_DELAY_SECONDS: numberBetween(0, 5).default(0).meta({
    description:
      'How long a process that is to stop still accepts requests, while `/ready` answers 503. Behind a load balancer longer than it takes to notice that, so that no request is rejected.',
  }),
  TRUST_PROXY: z
    .string()
    .regex(/^(true|false|\d{1,2}|[\da-f.:/]+(,\s*[\da-f.:/]+)*)$/i, {
      error: 'must be true, false, a number of proxies, or addresses separated by commas',
    })
    .default('false')
    .transform(toTrustProxy)
    .meta({
      description:
        'Whose `X-Forwarded-*` headers are trusted: a number of proxies, their addresses, `true` for all, or `false`.',
    }),
  REQUESTS_PER_MINUTE: z.coerce
    .number({ error: 'must be a whole number' })
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .default(DEFAULT_REQUESTS_PER_MINUTE)
    .meta({
      description:
        'Requests that one network address may send per minute. Calls that are easy to abuse have lower limits. More than the default raises the limits of rendered pages, searches and profiles in proportion.',
    }),
  METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional().meta({
    description: 'Bearer token that a request for `/metrics` must carry.',
    shownDefault: 'none: `/metrics` answers this machine in `demo`, and no one in `production`',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as http://localhost:4318' })
    .optional()
    .meta({
      description:
        'Collector of OpenTelemetry that gets traces of requests, jobs and statements (OTLP over HTTP, `/v1/traces` below this address).',
      shownDefault: 'none: nothing is traced',
    }),
  OTEL_TRACES_SAMPLER_ARG: numberBetween(0, 1)
    .default(0.1)
    .meta({ description: 'Share of the requests and jobs that are traced, from 0 to 1.' }),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('warn')
    .meta({ description: 'Lowest level that is logged, as JSON lines on stderr.' }),
  APP_SECRET: Secret.optional().meta({
    description:
      'Key of signatures, and of the encryption of second factors: another one makes the codes of all members unusable. Must be the same on every node, so production with `DATABASE_URL` requires it.',
    shownDefault: 'generated once, stored in `DATA_DIR/secret`',
  }),
  APP_SECRET_PREVIOUS: Secret.optional().meta({
    description:
      'The former `APP_SECRET`, while it is replaced: what it signed and encrypted is still accepted. New things are signed by `APP_SECRET`.',
    shownDefault: 'none',
  }),
  HASH_SECRET: Secret.optional().meta({
    description:
      'Key of stored hashes, such as those of addresses that reject mails and of recovery codes. With another one they are lost, so it keeps the first `APP_SECRET` for ever, and must be set with `APP_SECRET_PREVIOUS`.',
    shownDefault: '`APP_SECRET`',
  }),
}

function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}

function numberBetween(min: number, max: number) {
  const error = `must be a number from ${min} to ${max}`
  return z.coerce.number({ error }).min(min, { error }).max(max, { error })
}

/** Returns the bucket of photos; null if the address names no key, secret or bucket. */
export function toPhotoStore(value: string) {
  const { origin, pathname, username, password, searchParams } = new URL(value)
  if (!username || !password || pathname === '/') return null
  return {
    bucketUrl: `${origin}${pathname}`,
    region: searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  }
}

function toTrustProxy(value: string): boolean | number | string {
  if (/^\d+$/.test(value)) return Number(value)
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  return value
}
