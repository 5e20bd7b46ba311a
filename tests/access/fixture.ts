import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { photoSizes } from '#contract/profiles/photo-urls.ts'
import { sendActivation } from '#server/features/accounts/email/activation.ts'
import { startSession } from '#server/features/accounts/service.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { reportProfile as reportMember } from '#server/features/moderation/reports.ts'
import { saveRequest } from '#server/features/profiles/photos/photo-request-queries.ts'
import { photoFile } from '#server/features/profiles/photo-files.ts'
import { hashToken, newPublicId } from '#server/platform/ids.ts'
import { renderSvgAsJpeg } from '#server/platform/images/render-svg.ts'
import type { TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { activationToken, linkToken } from '#tests/support/mails.ts'
import { buildOrder } from '#tests/support/payments.ts'

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Builds an owner of everything that the calls name, and one caller of each role. */
export async function buildFixture(site: TestApp) {
  const { context } = site
  const chatCalls = chatOn(site)
  const [owner, friend, free, premium, blocked] = await Promise.all([
    chatCalls.build({ name: 'Owner', photos: ['public', 'private'] }),
    chatCalls.build(),
    chatCalls.build(),
    chatCalls.build({ isPremium: true }),
    chatCalls.build(),
  ])
  const conversationId = await chatCalls.say(friend, owner)
  const { orderId, checkoutUrl } = await buildOrder(site, owner)
  await chatCalls.block(owner, blocked)
  const request = { ownerId: owner.userId, memberId: friend.userId, at: context.clock.now() }
  await context.transaction((tx) => saveRequest(tx, request))
  const reportId = await reportOf(site, owner, friend)
  const newcomer = await buildMember(context, { isConfirmed: false })
  await context.transaction((tx) => sendActivation(context, tx, newcomer))
  await storeFiles(site, owner)
  const [mainPhotoId = '', photoId = ''] = owner.photoIds
  const token = await activationToken(context, newcomer.email)
  await context.mail.send(context.db, { template: 'passwordReset', userId: newcomer.userId })
  const resetToken = await linkToken(context, { userId: newcomer.userId, template: 'passwordReset' })
  const [sessionId, passkeyId] = [await otherSession(site, owner), await fakePasskey(site, owner)]
  const named = {
    conversationId,
    orderId,
    checkoutUrl,
    reportId,
    token,
    resetToken,
    mainPhotoId,
    photoId,
    sessionId,
    passkeyId,
  }
  return { free, premium, blocked, owner, friend, ...named }
}

/** Returns the id of a second session of a member. */
async function otherSession({ context }: TestApp, { userId }: Member) {
  const tokenHash = hashToken(await startSession(context, context.db, userId))
  const row = await context.db.selectFrom('sessions').select('id').where('tokenHash', '=', tokenHash).executeTakeFirst()
  return row?.id ?? ''
}

/** Returns the id of a passkey that no authenticator has. */
async function fakePasskey({ context: { db, clock } }: TestApp, { userId }: Member) {
  const passkey = { publicKey: Buffer.from('key'), counter: 0, transports: [], rpId: 'localhost', name: 'Phone' }
  const row = { userId, credentialId: newPublicId(), createdAt: clock.now(), ...passkey }
  return (await db.insertInto('passkeys').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export type Fixture = Awaited<ReturnType<typeof buildFixture>>

/** Returns the cookie of a role. */
export function callerOf(fixture: Fixture, role: 'visitor' | 'free' | 'premium' | 'blocked' | 'owner') {
  return role === 'visitor' ? {} : { cookie: fixture[role].cookie }
}

/** Not by a call, of which one address may make few. */
async function reportOf({ context }: TestApp, { userId }: Member, { profileId }: Member) {
  const form = { profileId, photoId: null, message: null, reason: 'spam' as const, text: '', isBlocking: false }
  const viewer = { userId } as Viewer
  return (await reportMember(context, { viewer, form: { clientId: randomUUID(), ...form } })).id
}

/** Of photos, as small as they can be. */
const image = renderSvgAsJpeg(
  '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="40"><rect width="30" height="40" fill="teal"/></svg>',
  { quality: 80 },
)

async function storeFiles({ context: { db, storage } }: TestApp, { userId }: Member) {
  const photos = await db.selectFrom('photos').select('storageKey').where('userId', '=', userId).execute()
  const files = photos.flatMap(({ storageKey }) => photoSizes.map((size) => photoFile(storageKey, size)))
  const bytes = await image
  await Promise.all(files.map((file) => storage.put(file, bytes, { contentType: 'image/webp' })))
}
