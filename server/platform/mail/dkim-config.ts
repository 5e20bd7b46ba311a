import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { StartError } from '#server/platform/start-error.ts'

const NAME = /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i

/** The environment variables of signatures on mails: part of `platformEnvironment`. */
export const dkimEnvironment = {
  DKIM_DOMAIN: z.string().regex(NAME, { error: 'must be a domain such as example.com' }).optional().meta({
    description:
      'Domain for which the program signs mails (DKIM): the one of `MAIL_FROM`. Not needed where the mail server signs them.',
    shownDefault: 'none: mails are not signed here',
  }),
  DKIM_SELECTOR: z.string().regex(NAME, { error: 'must be a name such as site1' }).optional().meta({
    description: 'Name of the key: its public part is the TXT record `<selector>._domainkey.<domain>`.',
    shownDefault: 'none; must be set with `DKIM_DOMAIN`',
  }),
  DKIM_KEY_FILE: z.string().optional().meta({
    description: 'File with the private key, in PEM.',
    shownDefault: 'none; must be set with `DKIM_DOMAIN`',
  }),
}

const DkimEnv = z.object(dkimEnvironment)
type DkimEnv = z.output<typeof DkimEnv>

/** Returns what is missing for signatures. */
export function dkimFaults(env: DkimEnv): Record<string, unknown> {
  const values = [env.DKIM_DOMAIN, env.DKIM_SELECTOR, env.DKIM_KEY_FILE]
  return {
    'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE must be set together.':
      values.some(Boolean) && !values.every(Boolean),
  }
}

/** Reads the key. Null: mails are not signed. */
export function readDkim({ DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY_FILE: file }: DkimEnv) {
  if (!domain || !selector || !file) return null
  try {
    const privateKey = readFileSync(file, 'utf8')
    createPrivateKey(privateKey)
    return { domain, selector, privateKey }
  } catch (cause) {
    throw new StartError('DKIM_KEY_FILE cannot be read, or contains no private key.', { cause })
  }
}
