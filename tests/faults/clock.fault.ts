import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/calls.ts'
import { getChats, getConversationWith } from '#contract/chat/calls.ts'
import { likeProfile } from '#contract/likes/calls.ts'
import { searchMembers } from '#contract/search/calls.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { newId } from '#server/platform/ids.ts'
import { queueState } from '#server/platform/jobs/queue-state.ts'
import { auditChat } from '#tests/support/audits/chat-audit.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn, bodiesIn } from '#tests/support/chat.ts'
import { buildOrder, reportPayment } from '#tests/support/payments.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

/*
 * The clock of the program steps by an hour while members buy and chat. What that of the database does to
 * leases and jobs is in node-lease.int.test.ts and jobs.int.test.ts, windows of limits in rate-limit.test.ts.
 */

let site: TestApp
let anna: Member
let ben: Member

beforeEach(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
  anna = await buildMember(site.context, { credits: 5000, gender: 'female' })
  ben = await buildMember(site.context, { gender: 'male' })
})
afterEach(() => site.close())

describe.each([
  ['forward', HOUR],
  ['back', -HOUR],
])('a clock that is set %s', (_direction, stepMs) => {
  test('ends no session, loses no purchase and no message, and keeps the order of both', async () => {
    const { context, clock } = site
    const chat = chatOn(site)
    await chat.say(anna, ben, 'before')
    const { ref } = await buildOrder(site, ben)
    const firstId = newId(clock)

    clock.advance(stepMs)
    await chat.say(anna, ben, 'after')
    await chat.say(anna, ben, 'later')
    expect((await reportPayment(site, ref, 'completed')).statusCode).toBe(204)
    expect(newId(clock)).toBeGreaterThan(firstId)
    for (const member of [anna, ben]) expect((await site.call(getUser, {}, member)).reply?.user).not.toBeNull()
    expect((await site.call(searchMembers, { query: { country: 'NL' } }, ben)).status).toBe(200)
    expect((await site.call(likeProfile, { params: { profileId: anna.profileId } }, ben)).status).toBe(200)
    expect((await site.call(getChats, { query: {} }, ben)).reply).toMatchObject({
      chats: [{ last_message: { preview: 'later' } }],
      totals: { unread_messages: 3 },
    })
    const conversation = await site.call(getConversationWith, { params: { profileId: anna.profileId } }, ben)
    expect(bodiesIn(conversation)).toEqual(['before', 'after', 'later'])

    // Set right again a minute later.
    clock.advance(MINUTE - stepMs)
    await chat.say(anna, ben, 'at last')
    await context.events.drain()
    await context.jobs.runDue()
    expect(await queueState(context.db)).toMatchObject({ failed: 0 })
    expect(await auditMoney(context.db)).toEqual([])
    expect(await auditChat(context.db)).toEqual([])
  })
})
