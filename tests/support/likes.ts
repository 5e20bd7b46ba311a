import { getLikes, likeProfile, listLikes, markLikesSeen, unlikeProfile } from '#contract/likes/calls.ts'
import type { LikeList } from '#contract/likes/schemas.ts'
import type { RealtimeEvent } from '#contract/realtime.ts'
import { repairCounts } from '#server/features/likes/count-queries.ts'
import type { TestApp } from './site/app.ts'
import type { Member } from './builders.ts'

/** Short forms of the calls about likes. */
export function likesOn(site: TestApp) {
  const paramsOf = ({ profileId }: Member) => ({ params: { profileId } })
  const like = (member: Member, other: Member) => site.call(likeProfile, paramsOf(other), member)
  const unlike = (member: Member, other: Member) => site.call(unlikeProfile, paramsOf(other), member)
  const markSeen = (member: Member, ...others: Member[]) =>
    site.call(markLikesSeen, { body: { profiles: others.map(({ profileId }) => profileId) } }, member)

  async function tab(member: Member, type: LikeList, query: { after?: string; conversation?: 'none' } = {}) {
    const { reply } = await site.call(listLikes, { params: { type }, query }, member)
    if (!reply) throw new Error('the tab was rejected')
    return reply
  }
  const names = async (member: Member, type: LikeList) => (await tab(member, type)).results.map(({ name }) => name)

  const newLikes = async (member: Member) => (await site.call(getLikes, {}, member)).reply?.num_new ?? -1
  /** Returns how many counts of new likes the nightly check would correct. */
  const wrongCounts = async () => (await site.context.transaction((tx) => repairCounts(tx, 0))).repaired

  return { like, unlike, markSeen, tab, names, newLikes, wrongCounts }
}

/** Records the realtime events that are sent to members. */
export function recordEvents({ context: { realtime, events } }: TestApp) {
  const sent: { userId: number; event: RealtimeEvent }[] = []
  const send = realtime.send.bind(realtime)
  realtime.send = (userId, event) => {
    sent.push({ userId, event })
    send(userId, event)
  }
  return {
    /** Returns what was sent to a member since the last `clear`, after all subscribers have run. */
    async of({ userId }: Pick<Member, 'userId'>) {
      await events.drain()
      return sent.filter((each) => each.userId === userId).map(({ event }) => event)
    },
    async clear() {
      await events.drain()
      sent.length = 0
    },
  }
}
