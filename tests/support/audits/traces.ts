import { expect } from 'vitest'
import { logIn, subscribePush } from '#contract/accounts/calls.ts'
import { pushSubscription } from '#tests/support/fakes/push.ts'
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requestExport } from '#contract/exports/calls.ts'
import { swipeMember } from '#contract/games/calls.ts'
import { likeProfile } from '#contract/likes/calls.ts'
import { photoSizes } from '#contract/profiles/photo-urls.ts'
import { reportProfile } from '#contract/moderation/calls.ts'
import { sendComplaint } from '#contract/pages/calls.ts'
import { addVisit } from '#contract/profiles/visit-calls.ts'
import { sendActivation } from '#server/features/accounts/email/activation.ts'
import { photoFile, RENDITIONS } from '#server/features/profiles/photo-files.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import type { TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { randomAddress } from './site-calls.ts'

/** Evidence about a member, which stays after the erasure until its hold ends (MOD-27). */
export const heldTables = ['public.moderation_evidence', 'public.reports']

/** Returns the tables, also those of the queue, with a row that contains one of the texts in any column. */
export async function tablesWith({ context }: TestApp, texts: string[]) {
  const { pool } = context.database
  const { rows: tables } = await pool.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name
    from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`)
  const places: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await pool.query(
      `select from ${name} as row_of_table
       where exists (select from unnest($1::text[]) as needle where strpos(lower(row_of_table::text), lower(needle)) > 0)
       limit 1`,
      [texts],
    )
    if (rowCount) places.push(name)
  }
  return places.toSorted()
}

/** Returns the site's files outside the database with a text in path or content. Empty folders stay. */
export async function filesWith({ context }: TestApp, texts: string[]) {
  const { dataDir } = context.config
  const paths: string[] = []
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const content = await readFile(path, 'utf8')
    if (texts.some((text) => path.includes(text) || content.includes(text))) paths.push(path)
  }
  return paths
}

export async function storageKeysOf({ context }: TestApp, { userId }: Pick<Member, 'userId'>) {
  const rows = await context.db.selectFrom('photos').select('storageKey').where('userId', '=', userId).execute()
  return rows.map(({ storageKey }) => storageKey)
}

async function putMail(site: TestApp, id: string, { userId, email, name }: Member) {
  const sentAt = site.clock.now().toISOString()
  const mail = { id, userId, to: email, sentAt, subject: 'Confirm', html: `<p>${name}</p>`, text: name }
  await site.context.mail.outbox?.put(mail, Buffer.from(`To: ${email}`))
}

/** A browser that gets push messages of the member. */
async function allowPush(site: TestApp, { cookie }: Member) {
  const body = { subscription: pushSubscription('https://web.push.apple.com/quartz') }
  expect((await site.call(subscribePush, { body }, { cookie })).status).toBe(200)
}

/** One photo that the member sent, and one that was not sent yet. Returns their storage keys. */
async function leaveChatPhotos({ context }: TestApp, { member, friend }: Record<'member' | 'friend', Member>) {
  const { conversationId } = await context.db
    .selectFrom('conversationMembers')
    .select('conversationId')
    .where('userId', '=', member.userId)
    .where('partnerId', '=', friend.userId)
    .executeTakeFirstOrThrow()
  const photos = [{ conversationId, seq: 1 }, {}].map((message) => ({
    ...message,
    id: newId(context.clock),
    publicId: newPublicId(),
    senderId: member.userId,
    receiverId: friend.userId,
    clientId: randomUUID(),
    storageKey: randomUUID().replaceAll('-', ''),
    width: 3,
    height: 4,
    preview: '',
    renditions: RENDITIONS,
    createdAt: context.clock.now(),
  }))
  for (const { storageKey } of photos)
    for (const size of photoSizes)
      await context.storage.put(photoFile(storageKey, size), Buffer.from(size), { contentType: 'image/webp' })
  await context.db.insertInto('chatUploads').values(photos).execute()
  return photos.map(({ storageKey }) => storageKey)
}

/** A complaint from the address of the member, written as people write addresses. */
async function complain(site: TestApp, { email, name }: Member) {
  const form = { clientId: randomUUID(), topic: 'member', text: 'Quartz was not polished', language: 'en' } as const
  const body = { ...form, name, email: email.toUpperCase() }
  expect((await site.call(sendComplaint, { body }, { headers: randomAddress() })).status).toBe(200)
}

/** What a member leaves: all photo sizes, messages, likes, blocks, failed log-ins, mails, jobs, an export. */
export async function leaveTraces(site: TestApp, { isConfirmed }: { isConfirmed: boolean }) {
  const { context } = site
  const { build, say, block } = chatOn(site)
  const words = { name: 'Zebulina Quartz', about: 'Quartz crystals collector' }
  const member = await build({ ...words, isConfirmed, photos: ['public', 'private'] })
  const [friend, foe] = [await build({ gender: 'male', isPremium: true }), await build({ gender: 'male' })]
  const storageKeys = await storageKeysOf(site, member)
  for (const key of storageKeys)
    for (const size of photoSizes)
      await context.storage.put(photoFile(key, size), Buffer.from(size), { contentType: 'image/webp' })
  await say(member, friend, 'Zebulina says hello')
  const chatKeys = await leaveChatPhotos(site, { member, friend })
  await site.call(likeProfile, { params: { profileId: member.profileId } }, friend)
  await site.call(likeProfile, { params: { profileId: friend.profileId } }, member)
  for (const [swiper, swiped] of [
    [member, foe],
    [foe, member],
  ] as const)
    await site.call(swipeMember, { params: { profileId: swiped.profileId }, body: { choice: 'pass' } }, swiper)
  await block(member, foe)
  await site.call(addVisit, { params: { profileId: member.profileId } }, friend)
  await site.call(addVisit, { params: { profileId: friend.profileId } }, member)
  for (const [reporter, reported] of [
    [member, friend],
    [friend, member],
  ] as const) {
    const form = { photoId: null, reason: 'other' as const, text: `About ${member.name}`, isBlocking: false }
    const body = { clientId: randomUUID(), profileId: reported.profileId, ...form }
    await site.call(reportProfile, { body }, reporter)
  }
  if (isConfirmed) await complain(site, member)
  await allowPush(site, member)
  await site.call(logIn, { body: { email: member.email, password: 'not the password' } })
  await site.call(requestExport, {}, member)
  await context.jobs.runDue()
  const [made] = await context.db
    .selectFrom('dataExports')
    .select('publicId')
    .where('userId', '=', member.userId)
    .execute()

  await context.transaction((tx) => sendActivation(context, tx, member))
  await context.mail.build({ template: 'activation', userId: member.userId })
  await context.database.pool.query('update graphile_worker._private_jobs set attempts = max_attempts')
  await putMail(site, `20260615-${member.userId}`, member)
  await putMail(site, `20260615-${friend.userId}`, friend)
  const texts = [member.email, member.name, 'crystals', 'quartz', 'Zebulina', String(member.userId), member.profileId]
  return { member, friend, texts: [...texts, ...member.photoIds, ...storageKeys, ...chatKeys, made?.publicId ?? ''] }
}
