import type { AnyEndpoint } from '#contract/endpoint.ts'
import * as accounts from '#contract/accounts.ts'
import * as chat from '#contract/chat.ts'
import * as likes from '#contract/likes.ts'
import * as moderation from '#contract/moderation.ts'
import * as payments from '#contract/payments.ts'
import { photoSizes } from '#contract/profiles.ts'
import * as profiles from '#contract/profiles.ts'
import * as search from '#contract/search.ts'
import * as settings from '#contract/settings.ts'
import * as signup from '#contract/signup.ts'
import { sendActivation } from '#server/features/accounts/activation.ts'
import { photoFile } from '#server/features/profiles/photo-files.ts'
import type { TestApp } from '#tests/support/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { activationToken } from '#tests/support/mails.ts'
import { buildOrder } from '#tests/support/payments.ts'

/** Every call that the contract describes. */
export const endpoints: AnyEndpoint[] = [
  accounts,
  chat,
  likes,
  moderation,
  payments,
  profiles,
  search,
  settings,
  signup,
].flatMap((slice) => Object.values<unknown>(slice).filter(isEndpoint))

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}

export const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

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
  const newcomer = await buildMember(context, { isConfirmed: false })
  await context.transaction((tx) => sendActivation(context, tx, newcomer))
  await storeFiles(site, owner)
  const [mainPhotoId = '', photoId = ''] = owner.photoIds
  const token = await activationToken(context, newcomer.email)
  return { free, premium, blocked, owner, friend, conversationId, orderId, checkoutUrl, token, mainPhotoId, photoId }
}

export type Fixture = Awaited<ReturnType<typeof buildFixture>>

/** Returns the cookie of a role. */
export function callerOf(fixture: Fixture, role: 'visitor' | 'free' | 'premium' | 'blocked' | 'owner') {
  return role === 'visitor' ? {} : { cookie: fixture[role].cookie }
}

async function storeFiles({ context: { db, storage } }: TestApp, { userId }: Member) {
  const photos = await db.selectFrom('photos').select('storageKey').where('userId', '=', userId).execute()
  for (const { storageKey } of photos)
    for (const size of photoSizes)
      await storage.put(photoFile(storageKey, size), Buffer.from(size), { contentType: 'image/webp' })
}
