import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockProfile } from '#contract/moderation/calls.ts'
import { changePhoto, removePhoto, updateProfile } from '#contract/profiles/calls.ts'
import { MINUTE } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { openSocket } from '#tests/support/socket.ts'

let site: TestApp
let chat: ReturnType<typeof chatOn>

beforeAll(async () => {
  site = await startTestApp()
  chat = chatOn(site)
  await site.app.listen({ port: 0 })
})
afterAll(() => site.close())

/** Ana and Ben have a conversation, and Ana has a page open. `events`: its events about the list. */
async function openList() {
  const ana = await chat.build()
  const ben = await chat.build({ gender: 'male', photos: ['public', 'public', 'private'] })
  await chat.say(ben, ana)
  await chat.say(ana, ben)
  const socket = await openSocket(site, ana)
  const events = async () => {
    await site.context.events.drain()
    await socket.ping()
    return socket.eventsOf('chats.changed').length
  }
  return { ana, ben, socket, events }
}

const edit = (member: Member, body: Parameters<typeof site.call<typeof updateProfile>>[1]['body']) =>
  site.call(updateProfile, { body }, member)

test('a partner who is online is notified of another name and another main photo, and of nothing else', async () => {
  const { ben, socket, events } = await openList()
  const [main = '', second = '', third = ''] = ben.photoIds
  await edit(ben, { about: 'Hello', lookingFor: 'both' })
  await site.call(changePhoto, { params: { photoId: third }, body: { caption: 'In May' } }, ben)
  await site.call(changePhoto, { params: { photoId: third }, body: { visibility: 'public' } }, ben)
  await site.call(changePhoto, { params: { photoId: main }, body: { isMain: true } }, ben)
  expect(await events()).toBe(0)
  await edit(ben, { name: 'Benjamin' })
  expect(await events()).toBe(1)
  await site.call(changePhoto, { params: { photoId: second }, body: { isMain: true } }, ben)
  expect(await events()).toBe(2)
  await site.call(removePhoto, { params: { photoId: second } }, ben)
  expect(await events()).toBe(3)
  await site.call(removePhoto, { params: { photoId: third } }, ben)
  expect(await events()).toBe(3)
  socket.close()
})

test('a partner is not notified after a block, nor by a member in invisible mode', async () => {
  const blocked = await openList()
  await site.call(blockProfile, { params: { profileId: blocked.ana.profileId } }, blocked.ben)
  const before = await blocked.events()
  await edit(blocked.ben, { name: 'Benjamin' })
  expect(await blocked.events()).toBe(before)
  blocked.socket.close()

  const { ben, socket, events } = await openList()
  await site.context.db.updateTable('profiles').set({ isInvisible: true }).where('userId', '=', ben.userId).execute()
  await edit(ben, { name: 'Benjamin' })
  expect(await events()).toBe(0)
  socket.close()
})

test('partners who are not online fetch nothing', async () => {
  const { ben, socket, events } = await openList()
  site.clock.advance(30 * MINUTE)
  await edit(ben, { name: 'Benjamin' })
  expect(await events()).toBe(0)
  socket.close()
})
