import { z } from 'zod'
import { noticeConfig, noticeEnvironment } from './features/notifications/config.ts'
import { operatorConfig, operatorEnvironment } from './features/operator/config.ts'
import { paymentConfig, paymentEnvironment, paymentFaults } from './features/payments/config.ts'
import { databaseFaults, platformConfig, productionFaults, secretFaults } from './platform/config.ts'
import { platformEnvironment } from './platform/environment.ts'
import { dkimFaults } from './platform/mail/dkim-config.ts'
import { StartError } from './platform/start-error.ts'

/**
 * All environment variables; no other module reads `process.env`. `npm run docs:config` generates the table
 * of docs/operations.md from here: `description` is its text, `shownDefault` replaces a computed default.
 */
export const Environment = z.object({
  ...platformEnvironment,
  ...paymentEnvironment,
  ...noticeEnvironment,
  ...operatorEnvironment,
})

/** The complete configuration, with absolute paths. */
export type AppConfig = ReturnType<typeof loadConfig>

/**
 * Reads the configuration, and creates the data directory and the secret if they are missing.
 * @throws StartError with the variable's name and what it must be, without its value, which may be secret
 */
export function loadConfig(environment: Record<string, string | undefined> = process.env) {
  const env = parse(environment)
  throwFaults({
    ...(env.SITE_MODE === 'production' && productionFaults(env)),
    ...secretFaults(env),
    ...databaseFaults(env),
    ...dkimFaults(env),
    ...paymentFaults(env),
  })
  return { ...platformConfig(env), ...paymentConfig(env), ...noticeConfig(env), ...operatorConfig(env) }
}

/** Reads the configuration with other values of some variables; an empty one stands for the default. */
export function loadConfigWith(changes: Record<string, string>) {
  return loadConfig({ ...process.env, ...changes })
}

function parse(environment: Record<string, string | undefined>) {
  // `PORT= npm start` means the default, as in every shell script.
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(nonEmpty)
  if (parsed.success) return parsed.data
  const messages = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`)
  throw new StartError([...new Set(messages)].join('\n'))
}

/** Each sentence is thrown if its value is true or not empty. */
function throwFaults(faults: Record<string, unknown>) {
  const messages = Object.entries(faults).flatMap(([message, isFault]) => (isFault ? [message] : []))
  if (messages.length > 0) throw new StartError(messages.join('\n'))
}
