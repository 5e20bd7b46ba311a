import fc from 'fast-check'
import { blockProfile, unblockProfile } from '#contract/moderation/calls.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { isQuiet } from '#server/features/notifications/quiet-hours.ts'
import type { Member } from './builders.ts'
import { chatOn } from './chat.ts'
import { likesOn } from './likes.ts'
import { noticesOn } from './notices.ts'
import type { TestApp } from './site/app.ts'

/** The nights in which members are not disturbed, across the change of the clocks in autumn. */
const hours = Array.from({ length: 7 }, () => ({ from: 22 * 60, to: 7 * 60 }))
const timeZone = 'Europe/Amsterdam'
export const quietNights = { quietHours: JSON.stringify(hours), timeZone }
export const isNight = (at: Date) => isQuiet(at, { hours, timeZone })

/** Arbitrary members, by number. */
export function arbitraryMembers(count: number) {
  const who = fc.nat({ max: count - 1 })
  return { who, pair: fc.tuple(who, who).filter(([a, b]) => a !== b) }
}

const closings = { pause: 'pausedAt', ban: 'disabledAt', delete: 'deletedAt' } as const

/** What members do in the random tests of mails and pushes. */
export function randomNoticesOn(site: TestApp) {
  const { db } = site.context

  /** Sessions do not end while the clock runs for weeks. */
  async function renewed(member: Member) {
    const now = site.clock.now()
    const session = { expiresAt: new Date(now.getTime() + 100 * DAY), lastUsedAt: now }
    await db.updateTable('sessions').set(session).where('userId', '=', member.userId).execute()
    return member
  }

  /** Calls may be rejected, as after a block. */
  async function meet(type: string, from: Member, to: Member) {
    await renewed(from)
    await renewed(to)
    if (type === 'like') await likesOn(site).like(from, to)
    if (type === 'say') await chatOn(site).send(from, to)
    if (type === 'block') await site.call(blockProfile, { params: { profileId: to.profileId } }, from)
    if (type === 'unblock') await site.call(unblockProfile, { params: { profileId: to.profileId } }, from)
    if (type === 'read') {
      const conversation = (await chatOn(site).openWith(from, to)).reply?.conversation
      if (conversation?.id) await chatOn(site).read(from, conversation.id, 1)
    }
    // The calls made them active.
    for (const member of [from, to]) await noticesOn(site).setActive(member, HOUR)
  }

  /** Closes the account in some manner, or opens it again. */
  function close({ userId }: Member, type: keyof typeof closings | 'come back') {
    const change =
      type === 'come back'
        ? { pausedAt: null, disabledAt: null, deletedAt: null }
        : { [closings[type]]: site.clock.now() }
    return db.updateTable('users').set(change).where('id', '=', userId).execute()
  }

  return { renewed, meet, close }
}
