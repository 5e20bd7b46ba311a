import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANSWER_DAYS, ANSWER_WINDOW_DAYS, ANSWERED_MIN } from '#contract/limits.ts'
import { getMember, updatePrivacy } from '#contract/profiles/calls.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { rateAnswersJob } from '#server/features/chat/jobs.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'

let site: TestApp
let chat: ReturnType<typeof chatOn>

beforeAll(async () => {
  site = await startTestApp({ environment: { REQUESTS_PER_MINUTE: '100000' } })
  chat = chatOn(site)
})
afterAll(() => site.close())

async function rate() {
  const { db, jobs } = site.context
  await jobs.enqueue(db, rateAnswersJob, {})
  await jobs.runDue()
}

/** To a new member: the sessions of others end while the clock advances. */
async function isShown({ profileId }: Member) {
  const { reply } = await site.call(getMember, { params: { profileId } }, await chat.build())
  return reply?.member.answersOften
}

/** Members who write to `member` first, all at about the same time. */
async function writers(member: Member, count: number, input: Parameters<typeof chat.build>[0] = {}) {
  const list = await Promise.all(Array.from({ length: count }, () => chat.build(input)))
  for (const each of list) await chat.say(each, member)
  return list
}

const answer = async (member: Member, list: Member[]) => {
  for (const each of list) await chat.say(member, each)
}

test('a member who answered most of those who wrote first answers often, from the next night on', async () => {
  const [often, seldom, few, late] = await Promise.all([chat.build(), chat.build(), chat.build(), chat.build()])
  const [toOften, toSeldom] = [await writers(often, ANSWERED_MIN), await writers(seldom, ANSWERED_MIN)]
  const [toFew, toLate] = [await writers(few, ANSWERED_MIN - 1), await writers(late, ANSWERED_MIN)]
  await answer(often, toOften.slice(1))
  await answer(seldom, toSeldom.slice(2))
  await answer(few, toFew)
  site.clock.advance(ANSWER_DAYS * DAY + MINUTE)
  await answer(late, toLate)
  expect(await isShown(often)).toBe(false)
  await rate()
  expect(await Promise.all([often, seldom, few, late].map((each) => isShown(each)))).toEqual([
    true,
    false,
    false,
    false,
  ])

  // The activity of a member is hidden from visitors, and by privacy mode.
  expect((await site.call(getMember, { params: { profileId: often.profileId } })).reply?.member.answersOften).toBe(
    false,
  )
  await site.call(updatePrivacy, { body: { isPrivate: true } }, often)
  expect(await isShown(often)).toBe(false)
  await site.call(updatePrivacy, { body: { isPrivate: false } }, often)
  expect(await isShown(often)).toBe(true)

  // It ends when the conversations are older than the window.
  site.clock.advance(ANSWER_WINDOW_DAYS * DAY)
  await rate()
  expect(await isShown(often)).toBe(false)
})

test('what a member started, cannot answer, blocked or was asked just now does not count', async () => {
  const member = await chat.build()
  const list = await writers(member, ANSWERED_MIN)
  await answer(member, list)
  const started = await chat.build()
  await chat.say(member, started)
  await writers(member, 3, { isConfirmed: false })
  for (const each of await writers(member, 3)) await chat.block(member, each)
  site.clock.advance(ANSWER_DAYS * DAY + MINUTE)
  await writers(member, 3)
  await rate()
  expect(await isShown(member)).toBe(true)
})

test('a fictional profile never answers often', async () => {
  const member = await chat.build({ isFictional: true })
  await answer(member, await writers(member, ANSWERED_MIN))
  site.clock.advance(ANSWER_DAYS * DAY + MINUTE)
  await rate()
  expect(await isShown(member)).toBe(false)
})
