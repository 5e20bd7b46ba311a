import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '#contract/accounts.ts'
import { likeProfile } from '#contract/likes.ts'
import { UNCONFIRMED_DAYS } from '#contract/limits.ts'
import { photoSizes } from '#contract/profiles.ts'
import { DAY } from '#contract/time.ts'
import { sendActivation } from '#server/features/accounts/activation.ts'
import { removeUnconfirmed } from '#server/features/accounts/jobs.ts'
import { photoFile } from '#server/features/profiles/photo-files.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

/** Returns the tables, also those of the queue, with a row that contains one of the texts in any column. */
async function tablesWith(texts: string[]) {
  const { pool } = site.context.database
  const { rows: tables } = await pool.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name
    from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`)
  const found: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await pool.query(
      `select from ${name} as row_of_table
       where exists (select from unnest($1::text[]) as needle where strpos(lower(row_of_table::text), lower(needle)) > 0)
       limit 1`,
      [texts],
    )
    if (rowCount) found.push(name)
  }
  return found.toSorted()
}

/** Returns the files of the outbox and of the photos whose path or content contains one of the texts. Empty folders stay. */
async function filesWith(texts: string[]) {
  const { dataDir } = site.context.config
  const found: string[] = []
  for (const folder of ['outbox', 'photos']) {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((each) => each.isFile())) {
      const path = join(entry.parentPath, entry.name)
      const content = await readFile(path, 'utf8')
      if (texts.some((text) => path.includes(text) || content.includes(text))) found.push(path)
    }
  }
  return found
}

async function storageKeysOf({ userId }: Member) {
  const rows = await site.context.db.selectFrom('photos').select('storageKey').where('userId', '=', userId).execute()
  return rows.map(({ storageKey }) => storageKey)
}

async function putMail(id: string, { userId, email, name }: Member) {
  const sentAt = site.clock.now().toISOString()
  const mail = { id, userId, to: email, sentAt, subject: 'Confirm', html: `<p>${name}</p>`, text: name }
  await site.context.mail.outbox?.put(mail, Buffer.from(`To: ${email}`))
}

test('of an erased account nothing stays in tables, queue, outbox and photos, but its ledger', async () => {
  const { context, clock } = site
  const { build, say, block } = chatOn(site)
  const member = await build({ name: 'Zebulina Quartz', isConfirmed: false, photos: ['public', 'private'] })
  const [friend, foe] = [await build({ gender: 'male', isPremium: true }), await build({ gender: 'male' })]
  const storageKeys = await storageKeysOf(member)
  for (const key of storageKeys)
    for (const size of photoSizes)
      await context.storage.put(photoFile(key, size), Buffer.from(size), { contentType: 'image/webp' })
  await say(member, friend)
  await site.call(likeProfile, { params: { profileId: member.profileId } }, friend)
  await site.call(likeProfile, { params: { profileId: friend.profileId } }, member)
  await block(member, foe)
  await site.call(logIn, { body: { email: member.email, password: 'not the password' } })

  await context.transaction((tx) => sendActivation(context, tx, member))
  await context.mail.build({ template: 'activation', userId: member.userId })
  await context.database.pool.query('update graphile_worker._private_jobs set attempts = max_attempts')
  await putMail('20260615-member', member)
  await putMail('20260615-friend', friend)

  const texts = [member.email, member.name, String(member.userId), member.profileId, ...member.photoIds, ...storageKeys]
  expect(await tablesWith(texts)).toEqual(
    expect.arrayContaining(['graphile_worker._private_jobs', 'public.mail_requests', 'public.one_time_links']),
  )
  expect(await filesWith(texts)).not.toEqual([])

  clock.advance((UNCONFIRMED_DAYS + 1) * DAY)
  await context.jobs.enqueue(context.db, removeUnconfirmed, {})
  // The second run is for the jobs that the first one queued.
  await context.jobs.runDue()
  await context.jobs.runDue()
  expect(await tablesWith(texts)).toEqual(['public.credit_ledger'])
  expect(await filesWith(texts)).toEqual([])
  expect((await filesWith([friend.email])).length).toBeGreaterThan(0)
})
