import { randomUUID } from 'node:crypto'
import { swipeMember } from '#contract/games/calls.ts'
import { DAY } from '#contract/time.ts'
import { addVisit } from '#contract/profiles/visit-calls.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { reportProfile } from '#server/features/moderation/reports.ts'
import { insertPhoto } from '#server/features/profiles/photos.ts'
import { setPosition } from '#server/features/profiles/position.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { TestApp } from '#tests/support/site/app.ts'
import { chatOn } from '#tests/support/chat.ts'
import { likesOn } from '#tests/support/likes.ts'
import type { Fixture } from './fixture.ts'

/*
 * What a viewer must not learn of an owner. Two worlds each: one after `prepare`, the other also after `act`.
 * All that the viewer reads is the same in both. The friend is the owner’s partner in a conversation.
 */

export interface OwnerSite {
  site: TestApp
  fixture: Fixture
}

export interface Secret {
  /** Ends the sentence 'nothing shows whether the owner …'. */
  secret: string
  viewers: ('visitor' | 'free' | 'premium' | 'blocked' | 'friend')[]
  prepare?: (about: OwnerSite) => Promise<unknown>
  act: (about: OwnerSite) => Promise<unknown>
}

export const secrets: Secret[] = [
  { secret: 'is premium', viewers: ['friend'], act: setPremium },
  { secret: 'has no credits', viewers: ['friend'], act: setBalance({ balance: 0 }) },
  {
    secret: 'in privacy mode read the messages of the viewer',
    viewers: ['friend'],
    prepare: setProfile({ isPrivate: true }),
    act: ({ site, fixture: { owner, conversationId } }) => chatOn(site).read(owner, conversationId, 1),
  },
  {
    secret: 'in invisible mode was just there',
    viewers: ['friend'],
    prepare: async (about) => {
      // So that the friend still sees the profile.
      await like('owner', 'friend')(about)
      await setProfile({ isInvisible: true })(about)
      await setLastActive(2 * DAY)(about)
    },
    act: setLastActive(0),
  },
  // Members see a lock for each further photo (PRO-6); visitors only that there are more (PRO-5).
  { secret: 'has one further photo or four', viewers: ['visitor'], prepare: setPremium, act: addPhotos(false) },
  {
    secret: 'has photos in review',
    viewers: ['visitor', 'premium'],
    prepare: setPremium,
    act: addPhotos(true),
  },
  { secret: 'has a selfie that waits', viewers: ['visitor', 'premium'], act: setVerification('waiting') },
  { secret: 'had a selfie rejected', viewers: ['friend'], act: setVerification('rejected') },
  { secret: 'likes someone else', viewers: ['visitor', 'friend'], act: like('owner', 'free') },
  {
    secret: 'matched someone else',
    viewers: ['blocked', 'friend'],
    act: async (about) => {
      await like('owner', 'free')(about)
      await like('free', 'owner')(about)
    },
  },
  {
    secret: 'likes the viewer, before the owner’s address is confirmed',
    viewers: ['premium'],
    prepare: setUnconfirmed,
    act: like('owner', 'premium'),
  },
  { secret: 'passed the viewer in the swipe game', viewers: ['free'], act: pass('owner', 'free') },
  { secret: 'reported the viewer', viewers: ['friend'], act: report('owner', 'friend') },
  { secret: 'reported a message of the viewer', viewers: ['friend'], act: report('owner', 'friend', 1) },
  { secret: 'was reported', viewers: ['visitor', 'free'], act: report('friend', 'owner') },
  {
    secret: 'in invisible mode visited the viewer',
    viewers: ['friend'],
    prepare: setProfile({ isInvisible: true }),
    act: visit('friend'),
  },
  {
    secret: 'in privacy mode visited the viewer',
    viewers: ['premium'],
    prepare: setProfile({ isPrivate: true }),
    act: visit('premium'),
  },
  {
    secret: 'visited the viewer, before the owner’s address is confirmed',
    viewers: ['free'],
    prepare: setUnconfirmed,
    act: visit('free'),
  },
  {
    secret: 'blocked someone else',
    viewers: ['visitor', 'friend'],
    act: ({ site, fixture }) => chatOn(site).block(fixture.owner, fixture.premium),
  },
  {
    secret: 'is invisible, or has deleted the account',
    viewers: ['visitor', 'free', 'premium'],
    prepare: setProfile({ isInvisible: true }),
    act: setDeleted,
  },
  {
    secret: 'has deleted the account, or never was there',
    viewers: ['visitor', 'free'],
    prepare: setDeleted,
    act: erase,
  },
  {
    secret: 'is elsewhere in the same cell of the map',
    viewers: ['visitor', 'friend'],
    prepare: move({ latitude: 52.01, longitude: 5.02 }),
    act: move({ latitude: 52.49, longitude: 5.48 }),
  },
]

type Name = 'owner' | 'friend' | 'free' | 'premium'
type Action = (about: OwnerSite) => Promise<unknown>

function setProfile(change: { isInvisible?: boolean; isPrivate?: boolean }): Action {
  return ({ site, fixture }) =>
    site.context.db.updateTable('profiles').set(change).where('userId', '=', fixture.owner.userId).execute()
}

function setUnconfirmed({ site, fixture }: OwnerSite) {
  const users = site.context.db.updateTable('users').set({ confirmedAt: null })
  return users.where('id', '=', fixture.owner.userId).execute()
}

function setDeleted({ site, fixture }: OwnerSite) {
  const users = site.context.db.updateTable('users').set({ deletedAt: site.clock.now() })
  return users.where('id', '=', fixture.owner.userId).execute()
}

async function erase({ site: { context }, fixture: { owner } }: OwnerSite) {
  await context.transaction(async (tx) => {
    await emit(tx, accountErased, { userId: owner.userId })
    await tx.deleteFrom('users').where('id', '=', owner.userId).execute()
  })
}

function setBalance(change: { premiumSince?: Date; balance?: number }): Action {
  return ({ site, fixture }) =>
    site.context.db.updateTable('accountBalances').set(change).where('userId', '=', fixture.owner.userId).execute()
}

/** Members without premium have few photos. */
function setPremium(about: OwnerSite) {
  return setBalance({ premiumSince: about.site.clock.now() })(about)
}

function setVerification(state: 'waiting' | 'rejected'): Action {
  return async ({ site: { context, clock }, fixture: { owner } }) => {
    const now = clock.now()
    const isWaiting = state === 'waiting'
    const row = { userId: owner.userId, publicId: newPublicId(), state, pose: 'thumb_up', poseUntil: now, sentAt: now }
    const outcome = isWaiting ? { storageKey: randomUUID() } : { rejection: 'other_person', decidedAt: now }
    await context.db
      .insertInto('verifications')
      .values({ ...row, ...outcome })
      .execute()
  }
}

function setLastActive(msAgo: number): Action {
  return ({ site, fixture }) => {
    const lastActiveAt = new Date(site.clock.now().getTime() - msAgo)
    const rows = site.context.db.updateTable('profileSearch').set({ lastActiveAt })
    return rows.where('userId', '=', fixture.owner.userId).execute()
  }
}

function move(position: { latitude: number; longitude: number }): Action {
  return ({ site, fixture }) => setPosition(site.context, { userId: fixture.owner.userId, position })
}

function accepted({ status }: { status: number }) {
  if (status !== 200) throw new Error(`what the owner did was answered with ${status}`)
}

function visit(name: Name): Action {
  return async ({ site, fixture }) =>
    accepted(await site.call(addVisit, { params: { profileId: fixture[name].profileId } }, fixture.owner))
}

function like(name: Name, other: Name): Action {
  return async ({ site, fixture }) => accepted(await likesOn(site).like(fixture[name], fixture[other]))
}

function pass(name: Name, other: Name): Action {
  return async ({ site, fixture }) => {
    const input = { params: { profileId: fixture[other].profileId }, body: { choice: 'pass' } } as const
    accepted(await site.call(swipeMember, input, fixture[name]))
  }
}

/** Not by a call, of which one address may make few. */
function report(name: Name, other: Name, seq?: number): Action {
  return async ({ site, fixture }) => {
    const viewer = { userId: fixture[name].userId } as Viewer
    const message = seq === undefined ? null : { conversationId: fixture.conversationId, seq }
    const about = { profileId: fixture[other].profileId, photoId: null, message }
    const form = { clientId: randomUUID(), ...about, reason: 'spam' as const, text: 'Spam', isBlocking: false }
    await reportProfile(site.context, { viewer, form })
  }
}

function addPhotos(isReviewed: boolean): Action {
  return async ({ site, fixture: { owner } }) => {
    const image = { width: 9, height: 12, preview: '', renditions: 2, fingerprint: null, explicitness: null }
    const photo = { ...image, discard: async () => {} }
    for (const visibility of ['private', 'on_request', 'public'] as const) {
      const input = { userId: owner.userId, photo: { ...photo, storageKey: randomUUID() }, visibility, isReviewed }
      await site.context.transaction((tx) => insertPhoto(site.context, tx, input))
    }
  }
}
