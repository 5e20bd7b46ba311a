import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { SECOND } from '#contract/time.ts'
import { toAgeProvider } from './age-provider/age-provider-config.ts'
import { DEMO_MEMBERS, platformEnvironment, toPhotoStore } from './environment.ts'
import { readDkim } from './mail/dkim-config.ts'
import { readOrCreateSecret } from './secret-file.ts'
import { toSms } from './sms/sms-config.ts'
import { StartError } from './start-error.ts'

/** With the one for jobs, and one of an operator's command, they stay below the number of node numbers. */
const MAX_PROCESSES = 29

const PlatformEnv = z.object(platformEnvironment)
type PlatformEnv = z.output<typeof PlatformEnv>

/** The configuration of the platform, with absolute paths. */
export type Config = ReturnType<typeof platformConfig>

/** Returns the part of the platform. Creates the data directory and the secret if they are missing. */
export function platformConfig(env: PlatformEnv) {
  const dataDir = resolve(env.DATA_DIR)
  return {
    mode: env.SITE_MODE,
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    dataDir: makeFolder(dataDir),
    pageTextsDir: env.PAGE_TEXTS_DIR && resolve(env.PAGE_TEXTS_DIR),
    photoStore: env.PHOTO_STORE_URL ? toPhotoStore(env.PHOTO_STORE_URL) : null,
    photoAccelPrefix: env.PHOTO_ACCEL_PREFIX,
    databaseUrl: env.DATABASE_URL,
    databasePoolUrl: env.DATABASE_POOL_URL,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    demoMembers: env.DEMO_MEMBERS ?? (env.SITE_MODE === 'production' ? 0 : DEMO_MEMBERS),
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL === 'none' ? undefined : env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    dkim: readDkim(env),
    smsUrl: env.SMS_URL ? toSms(env.SMS_URL) : null,
    ageProvider: env.AGE_PROVIDER_URL ? toAgeProvider(env.AGE_PROVIDER_URL) : null,
    vapidPrivateKey: env.VAPID_PRIVATE_KEY,
    pushTestService: env.PUSH_TEST_SERVICE,
    backupKeyFile: env.BACKUP_KEY_FILE,
    erasureLog: resolve(env.ERASURE_LOG ?? join(dataDir, 'erasures.log')),
    role: env.ROLE,
    processes: Math.min(env.PROCESSES, MAX_PROCESSES),
    stopDelayMs: env.STOP_DELAY_SECONDS * SECOND,
    trustProxy: env.TRUST_PROXY,
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    metricsToken: env.METRICS_TOKEN,
    traces: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { url: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.OTEL_TRACES_SAMPLER_ARG }
      : null,
    logLevel: env.LOG_LEVEL,
    secret: env.APP_SECRET ?? readOrCreateSecret(join(dataDir, 'secret')),
    previousSecret: env.APP_SECRET_PREVIOUS,
    hashSecret: env.HASH_SECRET,
  }
}

/** Returns what several database servers lack: see docs/operations.md. */
export function databaseFaults(env: PlatformEnv): Record<string, unknown> {
  return {
    'DATABASE_URL must be set with DATABASE_REPLICA_URL: the embedded database has no replicas.':
      env.DATABASE_REPLICA_URL && !env.DATABASE_URL,
    'DATABASE_URL must be set with DATABASE_POOL_URL: notifications and jobs need sessions of the server itself.':
      env.DATABASE_POOL_URL && !env.DATABASE_URL,
  }
}

/** Returns what a replaced secret lacks: see docs/operations.md. */
export function secretFaults(env: PlatformEnv): Record<string, unknown> {
  return {
    'APP_SECRET must be set with APP_SECRET_PREVIOUS, to another value.':
      env.APP_SECRET_PREVIOUS && (!env.APP_SECRET || env.APP_SECRET === env.APP_SECRET_PREVIOUS),
    'HASH_SECRET must be set with APP_SECRET_PREVIOUS: to the first APP_SECRET that this site had.':
      env.APP_SECRET_PREVIOUS && !env.HASH_SECRET,
  }
}

/**
 * Returns what a production site lacks where a value is true or not empty: no default may suit only a demo
 * (DEMO-1).
 */
export function productionFaults(env: PlatformEnv): Record<string, unknown> {
  return {
    'PUBLIC_URL must be set in production: links in mails and the session cookie depend on it.': !env.PUBLIC_URL,
    'APP_SECRET must be set in production with DATABASE_URL: nodes that share a database share the secret.':
      env.DATABASE_URL && !env.APP_SECRET,
    'SMTP_URL must be set in production; SMTP_URL=none runs the site without sending mails.': !env.SMTP_URL,
    'DEMO_MEMBERS must not be set in production, because demo members are invented.': env.DEMO_MEMBERS,
    'PUSH_TEST_SERVICE must not be set in production: members could have the server call this machine.':
      env.PUSH_TEST_SERVICE,
  }
}

/** Other accounts may traverse the directory, not list it: as root, PostgreSQL runs under another account. */
function makeFolder(path: string) {
  try {
    mkdirSync(path, { recursive: true, mode: 0o711 })
    return path
  } catch (cause) {
    throw new StartError(`DATA_DIR ${path} cannot be created.`, { cause })
  }
}
