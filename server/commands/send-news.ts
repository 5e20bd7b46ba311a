import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { consentKinds } from '#contract/accounts/notification-kinds.ts'
import { languages } from '#contract/languages.ts'
import { sendText } from '#server/features/notifications/mails/send-text.ts'
import { NoticeTexts } from '#server/features/notifications/mails/text-queries.ts'
import { StartError } from '#server/platform/start-error.ts'
import type { Db } from '#server/platform/postgres/tx.ts'
import { messageOf } from './run-command.ts'
import type { withContext } from './with-context.ts'

const USAGE = `Usage:
  npm run news -- KEY --kind news|promotions --texts DIRECTORY [--site example.com]
KEY names the text, which is sent once. DIRECTORY contains en.txt and, for members of other languages
(${languages.join(', ')}), fr.txt and so on: the first line is the subject, paragraphs follow with empty lines between.`

const Options = z.object({
  key: z.string().regex(/^[\w-]{1,60}$/, { error: 'must be letters, digits and hyphens' }),
  kind: z.enum(consentKinds),
  texts: z.string(),
  site: z.string().optional(),
})

/**
 * Runs the command with its arguments and returns what it prints.
 * @throws StartError, ZodError and errors of the arguments: see `describeNewsError`
 */
export async function sendNews(args: readonly string[], run: typeof withContext) {
  const options = { kind: { type: 'string' }, texts: { type: 'string' }, site: { type: 'string' } } as const
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
  const [name, ...others] = positionals
  if (others.length > 0) throw new StartError(USAGE)
  const { key, kind, site, texts: directory } = Options.parse({ key: name, ...values })
  const texts = await readTexts(directory)
  return run(async (context) => {
    const siteId = site === undefined ? null : await siteIdOf(context.db, site)
    if (!(await sendText(context, { key, kind, siteId, texts }))) throw new StartError(`${key} was sent before.`)
    return `${key} is sent to the members who asked for ${kind}.`
  })
}

async function readTexts(directory: string) {
  const files = await readdir(directory)
  const entries = await Promise.all(
    languages
      .filter((language) => files.includes(`${language}.txt`))
      .map(async (language) => {
        const text = await readFile(join(directory, `${language}.txt`), 'utf8')
        const [subject = '', ...rest] = text.trim().split('\n')
        const paragraphs = rest
          .join('\n')
          .trim()
          .split(/\n\s*\n/)
        return [language, { subject, paragraphs: paragraphs.map((each) => each.replaceAll(/\s+/g, ' ')) }] as const
      }),
  )
  return NoticeTexts.parse(Object.fromEntries(entries))
}

async function siteIdOf(db: Db, domain: string) {
  const row = await db.selectFrom('sites').select('id').where('domain', '=', domain).executeTakeFirst()
  if (!row) throw new StartError(`There is no site ${domain}.`)
  return row.id
}

export function describeNewsError(error: unknown) {
  if (error instanceof StartError) return error.message
  if (error instanceof z.ZodError) return `${z.prettifyError(error)}\n${USAGE}`
  return `${messageOf(error)}\n${USAGE}`
}
