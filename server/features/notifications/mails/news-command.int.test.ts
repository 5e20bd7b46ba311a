import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveNotifications } from '#contract/accounts/calls.ts'
import { DAY } from '#contract/time.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { Member } from '#tests/support/builders.ts'
import { describeNewsError, sendNews } from '#server/commands/send-news.ts'
import { noticesOn } from '#tests/support/notices.ts'
import { startProgram } from '#tests/support/programs/program.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let texts: string

beforeEach(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
  texts = join(site.context.config.dataDir, 'news')
  await mkdir(texts)
  await writeFile(join(texts, 'en.txt'), 'Summer\n\nThe first\nparagraph.\n\nThe second one.\n')
  await writeFile(join(texts, 'fr.txt'), 'Été\n\nLe premier paragraphe.\n')
})
afterEach(() => site.close())

const argsOf = (args: readonly string[]) => [...args, '--texts', texts]

/** Runs the command in this process, whose connections wait as long as a busy machine needs. */
async function news(...args: string[]) {
  try {
    return { code: 0, output: await sendNews(argsOf(args), (run) => run(site.context)) }
  } catch (error) {
    return { code: 1, output: describeNewsError(error) }
  }
}

/** Starts the command as an operator does. */
function startNews(...args: string[]) {
  return startProgram([process.execPath, 'server/commands/news.ts', ...argsOf(args)], {
    DATA_DIR: site.context.config.dataDir,
    DATABASE_URL: site.connectionString.replace('@/', '@localhost/'),
    DEMO_MEMBERS: '0',
    LOG_LEVEL: 'error',
  })
}

/** Builds a member who asked for these mails, and for no others of the two kinds. */
async function asking(kinds: readonly ('news' | 'promotions')[], language: LanguageCode = 'en') {
  const member = await noticesOn(site).away({ language })
  const disabled = (['news', 'promotions'] as const).filter((kind) => !kinds.includes(kind))
  await site.call(saveNotifications, { body: { notifications_disabled: disabled } }, member)
  // The call was activity.
  await noticesOn(site).setActive(member, DAY)
  return member
}

const inboxOf = async (member: Member) =>
  (await noticesOn(site).inbox(member)).map(({ subject, text }) => ({ subject, text }))
const subjectsOf = async (member: Member) => (await inboxOf(member)).map(({ subject }) => subject)

test('the command mails those who asked for the kind, each in their language', async () => {
  const [english, french, finnish] = [
    await asking(['news']),
    await asking(['news'], 'fr'),
    await asking(['news'], 'fi'),
  ]
  const [other, never] = [await asking(['promotions']), await noticesOn(site).away()]
  expect(await news('summer', '--kind', 'news')).toEqual({
    code: 0,
    output: 'summer is sent to the members who asked for news.',
  })
  await noticesOn(site).deliverRegular()
  const [mail, ...others] = await inboxOf(english)
  expect([mail?.subject, others]).toEqual(['Summer', []])
  for (const paragraph of ['The first paragraph.', 'The second one.']) expect(mail?.text).toContain(paragraph)
  expect(await inboxOf(french)).toEqual([{ subject: 'Été', text: expect.stringContaining('Le premier paragraphe.') }])
  // There is no text in Finnish.
  expect(await subjectsOf(finnish)).toEqual(['Summer'])
  expect([await subjectsOf(other), await subjectsOf(never)]).toEqual([[], []])
})

test('a member who takes the consent back after the command gets no mail', async () => {
  const member = await asking(['news'])
  expect(await news('summer', '--kind', 'news')).toMatchObject({ code: 0 })
  await site.call(saveNotifications, { body: { notifications_disabled: ['news', 'promotions'] } }, member)
  await noticesOn(site).deliverRegular()
  expect(await subjectsOf(member)).toEqual([])
})

test('two runs at once, and later ones, bring one mail, whatever their kind', async () => {
  const member = await asking(['news', 'promotions'])
  const runs = await Promise.all([news('summer', '--kind', 'news'), news('summer', '--kind', 'news')])
  expect(runs.filter(({ code }) => code === 0)).toHaveLength(1)
  await noticesOn(site).deliverRegular()
  expect(await news('summer', '--kind', 'promotions')).toEqual({ code: 1, output: 'summer was sent before.' })
  await noticesOn(site).deliverRegular()
  expect(await subjectsOf(member)).toEqual(['Summer'])
})

test('a run that is killed while it stores the text, and the one after it, bring one mail', async () => {
  const member = await asking(['news'])
  const { db } = site.context
  await db.transaction().execute(async (lock) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock)
    await sql`lock table notice_texts in access exclusive mode`.execute(lock)
    const program = startNews('summer', '--kind', 'news')
    let hasEnded = false
    void program.ended.then(() => (hasEnded = true))
    // On a busy machine the command may give up before: that must make no difference.
    await vi.waitFor(
      async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%notice_texts%' and datname = current_database()`.execute(db)
        expect(hasEnded || rows.length > 0).toBe(true)
      },
      { timeout: 120_000, interval: 50 },
    )
    program.kill('SIGKILL')
    await program.ended
  })
  // The database may have completed the statement of the killed one.
  expect((await news('summer', '--kind', 'news')).output).toMatch(/^summer (is sent to the|was sent before)/)
  await noticesOn(site).deliverRegular()
  expect(await subjectsOf(member)).toEqual(['Summer'])
})

test('mails that are queued again, as after a lost note of the progress, are sent once', async () => {
  const members = [await asking(['news']), await asking(['news'])]
  await news('summer', '--kind', 'news')
  await noticesOn(site).deliverRegular()
  await site.context.db.updateTable('noticeTexts').set({ lastUserId: 0, endedAt: null }).execute()
  await noticesOn(site).deliverRegular()
  for (const member of members) expect(await subjectsOf(member)).toEqual(['Summer'])
})

test('wrong input is reported with how to use the command, and sends nothing', async () => {
  const member = await asking(['news'])
  for (const wrong of [
    [],
    ['no spaces', '--kind', 'news'],
    ['summer', '--kind', 'weekly'],
    ['a', 'b', '--kind', 'news'],
  ])
    expect(await news(...wrong)).toMatchObject({ code: 1, output: expect.stringContaining('npm run news -- KEY') })
  expect(await news('summer', '--kind', 'news', '--site', 'other.example')).toEqual({
    code: 1,
    output: 'There is no site other.example.',
  })
  await writeFile(join(texts, 'en.txt'), 'A subject alone\n')
  expect(await news('summer', '--kind', 'news')).toMatchObject({ code: 1 })
  await noticesOn(site).deliverRegular()
  expect(await subjectsOf(member)).toEqual([])
})
