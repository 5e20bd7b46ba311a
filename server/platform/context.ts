import type { EmailRenderer } from '#contract/email-renderer.ts'
import { join } from 'node:path'
import type { AgeProvider } from './age-provider/age-provider.ts'
import { createAgeProvider } from './age-provider/create-age-provider.ts'
import type { Config } from './config.ts'
import { openDatabase, transactions, type Database, type Db, type RunTransaction } from './postgres/db.ts'
import { Events } from './events.ts'
import { Images } from './images/images.ts'
import { Jobs } from './jobs/jobs.ts'
import { createLimiters, type Limiters } from './limiters.ts'
import type { Log } from './log.ts'
import { createMail, type Mail } from './mail/mail.ts'
import { createPush, type Push } from './push/push.ts'
import { createSms, type Sms } from './sms/sms.ts'
import { LocalBus, openRedisBus, type RealtimeBus } from './realtime/bus.ts'
import { Realtime } from './realtime/hub.ts'
import { FamilyBus } from './processes/family-bus.ts'
import { findFamily, type Family } from './processes/family.ts'
import { openS3Storage } from './storage/s3.ts'
import { openLocalStorage, type Storage } from './storage/storage.ts'
import { systemClock, type Clock } from './clock.ts'
import { NODE_COUNT, addNode } from './ids.ts'
import { leaseNode, processEnded, processesCounted } from './postgres/node-lease.ts'
import { Notifications } from './postgres/notifications.ts'
import { ReplicaReads } from './postgres/replica.ts'

/** The platform's services. Functions declare those they use (`Pick<Context, …>`), tests pass only them. */
export interface Context {
  config: Config
  log: Log
  database: Database
  db: Db
  /** Null without DATABASE_REPLICA_URL. */
  replica: ReplicaReads | null
  transaction: RunTransaction
  clock: Clock
  events: Events
  jobs: Jobs
  realtime: Realtime
  notifications: Notifications
  mail: Mail
  sms: Sms
  /** Null in production without an account. */
  ageProvider: AgeProvider | null
  push: Push
  storage: Storage
  images: Images
  limiters: Limiters
  /** Finishes running work and closes every service. Called after the web server has closed. */
  close(): Promise<void>
}

interface ContextOptions {
  config: Config
  log: Log
  /** Closed by the context's `close`. */
  database: Database
  clock?: Clock
  images?: Images
  /** Loads what renders mails. Default: the built program; tests run without it. */
  loadRenderer?: (() => Promise<EmailRenderer>) | undefined
  /** False for a process that publishes no events to members, such as one that only creates data. */
  serves?: boolean
}

/** Creates the platform's services on a migrated database. */
export async function createContext({
  config,
  log,
  database,
  clock = systemClock,
  images = new Images({ log }),
  loadRenderer,
  serves = true,
}: ContextOptions): Promise<Context> {
  const events = new Events({ log })
  const family = findFamily()
  const lease = await leaseNode(
    { db: database.db, log, events },
    { count: NODE_COUNT, serves, family: family?.id ?? null },
  )
  const removeNode = addNode(lease)
  const jobs = new Jobs({ pool: database.pool, log })
  await jobs.migrate()
  const realtime = openRealtime({ config, log, clock, events, serves, family })
  const notifications = new Notifications({ pool: database.pool, log })
  const mail = createMail({ config, jobs, log, clock, ...(loadRenderer && { loadRenderer }) })
  const sms = createSms({ config, outbox: mail.outbox, clock })
  const push = createPush({ config, log })
  const storage = await openStorage(config)

  const limiters = createLimiters({ config, pool: database.pool, log })
  const replica = serves ? openReplica({ config, primary: database, log }) : null

  async function close() {
    await jobs.stop()
    await events.drain()
    await realtime.close()
    await notifications.close()
    await images.close()
    push.close()
    removeNode()
    // Without the database the lease ends by itself.
    await lease.release().catch((error: unknown) => log.warn({ err: error }, 'node number not given back'))
    limiters.close()
    await replica?.close()
    await database.close()
  }

  return {
    config,
    log,
    database,
    db: database.db,
    replica,
    transaction: transactions({ db: database.db, events }),
    clock,
    events,
    jobs,
    realtime,
    notifications,
    mail,
    sms,
    ageProvider: createAgeProvider(config),
    push,
    storage,
    images,
    limiters,
    close,
  }
}

interface LocalBusInput {
  events: Events
  log: Log
  serves: boolean
  family: Family | null
}

/** Through Redis the events of every process reach all sockets, else those of this process and its family. */
function openRealtime({ config, clock, ...local }: LocalBusInput & { config: Config; clock: Clock }) {
  const { log, events } = local
  const bus: RealtimeBus = config.redisUrl ? openRedisBus({ url: config.redisUrl, log }) : openLocalBus(local)
  const realtime = new Realtime({ log, clock, bus })
  events.after(processEnded, ({ wasKilled }) => {
    // Changes that it has committed may never have been published.
    if (wasKilled && !bus.isLocal && !bus.reportsEnds) realtime.resetAll()
  })
  return realtime
}

/**
 * Without Redis pages miss the events of processes that another primary started, or none, and fetch at
 * intervals while there are some.
 */
function openLocalBus({ events, log, serves, family }: LocalBusInput) {
  const bus = family ? new FamilyBus(family) : new LocalBus()
  if (!serves) return bus
  events.after(processesCounted, ({ others }) => {
    if (others > 0) log.warn({ processes: others + 1 }, 'several processes share the database and REDIS_URL is not set')
    bus.setReachesAll(others === 0)
  })
  return bus
}

/** Only requests read from it. */
function openReplica({ config, primary, log }: { config: Config; primary: Database; log: Log }) {
  if (!config.databaseReplicaUrl || config.role === 'worker') return null
  const options = { connectionString: config.databaseReplicaUrl, maxConnections: config.databasePoolSize }
  return new ReplicaReads({ primary, replica: openDatabase(options), log })
}

/** Opens the store of photos and other files. */
export function openStorage({
  photoStore,
  photoAccelPrefix,
  dataDir,
}: Pick<Config, 'photoStore' | 'photoAccelPrefix' | 'dataDir'>): Promise<Storage> | Storage {
  if (photoStore) return openS3Storage(photoStore)
  return openLocalStorage({ directory: join(dataDir, 'photos'), accelPrefix: photoAccelPrefix })
}
