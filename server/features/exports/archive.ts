import { Readable } from 'node:stream'
import { dayOf } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/postgres/tx.ts'
import type { ZipEntry } from '#server/platform/zip.ts'
import { historyStart, voiceFile } from '#server/features/chat/rules.ts'
import { ownMandates } from '#server/features/debits/service.ts'
import { attachmentFile } from '#server/features/moderation/report-files.ts'
import { photoFile } from '#server/features/profiles/photo-files.ts'
import { selfieFile } from '#server/features/profiles/selfie-file.ts'
import { accountOf, notificationsOf } from './account-data.ts'
import { conversationsAfter, messagesAfter, type ConversationRow } from './conversation-data.ts'
import * as money from './money-data.ts'
import * as data from './personal-data.ts'

/** Conversations, and messages, fetched by one query. */
const BATCH = 200
/** The largest size of a photo that is stored. Its bytes are webp, which compresses no further. */
const PHOTO_SIZE = 'large'

type Deps = Pick<Context, 'config' | 'db' | 'storage' | 'clock'>

/** Returns the entries of a member's archive: a JSON file for each part, photos, and a text about them. */
export async function archiveEntries(
  { config, db, storage, clock }: Deps,
  { userId, siteName }: { userId: number; siteName: string },
): Promise<ZipEntry[]> {
  const photos = await data.photosOf(db, userId)
  const chatUploads = await data.chatUploadsOf(db, userId)
  const chatPhotos = chatUploads.filter(({ kind }) => kind === 'photo')
  const voices = chatUploads.filter(({ kind }) => kind === 'voice')
  const reportImages = await data.reportImagesOf(db, userId)
  const verification = await data.verificationOf(db, userId)
  const json = (path: string, load: () => Promise<unknown>): ZipEntry => ({
    path,
    isCompressible: true,
    open: async () => Readable.from([JSON.stringify(await load(), null, 2)]),
  })
  return [
    { path: 'README.txt', isCompressible: true, open: async () => Readable.from([readme(siteName, clock.now())]) },
    json('account.json', () => accountOf(db, userId)),
    json('profile.json', () => data.profileOf(db, userId)),
    json('photos.json', async () => photos.map(({ storageKey: _storageKey, ...photo }) => photo)),
    json('verification.json', async () => verification && { ...verification, storageKey: undefined }),
    json('photo-requests.json', () => data.photoRequestsOf(db, userId)),
    json('photo-unlocks.json', () => data.photoUnlocksOf(db, userId)),
    json('likes.json', () => data.likesOf(db, userId)),
    json('swipes.json', () => data.swipesOf(db, userId)),
    json('visits.json', () => data.visitsOf(db, userId)),
    json('blocks.json', () => data.blocksOf(db, userId)),
    json('credits.json', () => money.creditsOf(db, userId)),
    json('orders.json', () => money.ordersOf(db, userId)),
    json('stored-method.json', () => money.storedMethodOf(db, userId)),
    json('spending-limit.json', () => money.spendingLimitOf(db, userId)),
    json('mandates.json', () => ownMandates({ config, db }, userId)),
    json('reports.json', () => data.reportsOf(db, userId)),
    json('complaints.json', () => data.complaintsOf(db, userId)),
    json('notifications.json', () => notificationsOf(db, userId)),
    {
      path: 'conversations.json',
      isCompressible: true,
      open: async () => Readable.from(conversationsJson(db, { userId, since: historyStart(clock.now()) })),
    },
    ...[
      ...photos.map(({ id, storageKey }) => ({ path: `photos/${id}.webp`, file: photoFile(storageKey, PHOTO_SIZE) })),
      ...chatPhotos.map(({ id, storageKey }) => ({
        path: `chat-photos/${id}.webp`,
        file: photoFile(storageKey, PHOTO_SIZE),
      })),
      ...voices.map(({ id, storageKey, mediaType }) => ({
        path: `voice-messages/${id}.${mediaType?.replace('audio/', '')}`,
        file: voiceFile(storageKey),
      })),
      ...reportImages.map(({ reportId, storageKey }, index) => ({
        path: `report-images/${reportId}-${index + 1}.webp`,
        file: attachmentFile(storageKey),
      })),
      ...(verification?.storageKey ? [{ path: 'selfie.webp', file: selfieFile(verification.storageKey) }] : []),
    ].map(({ path, file }) => ({
      path,
      isCompressible: false,
      // A file that is removed while the archive is written leaves an empty file.
      open: async () => (await storage.open(file))?.stream ?? Readable.from([]),
    })),
  ]
}

/** Writes all conversations as a JSON list, in batches, so that memory holds a few hundred messages. */
async function* conversationsJson(db: Db, { userId, since }: { userId: number; since: Date }) {
  yield '['
  let [after, isFirst] = [0, true]
  for (;;) {
    const page = await conversationsAfter(db, { userId, after, limit: BATCH })
    for (const conversation of page) {
      const { id, profileId, name, isBlockedByThem } = conversation
      const partner = isBlockedByThem ? null : { profileId, name }
      yield `${isFirst ? '' : ','}\n{"id":${JSON.stringify(id)},"with":${JSON.stringify(partner)},"messages":[`
      yield* messagesJson(db, { userId, since, conversation })
      yield ']}'
      isFirst = false
    }
    const last = page.at(-1)
    if (!last || page.length < BATCH) break
    after = last.key
  }
  yield '\n]\n'
}

async function* messagesJson(
  db: Db,
  { userId, since, conversation }: { userId: number; since: Date; conversation: ConversationRow },
) {
  let [after, isFirst] = [0, true]
  for (;;) {
    const page = await messagesAfter(db, { userId, conversation, since, after, limit: BATCH })
    for (const { senderId, kind, body, name, uploadId, replyTo, quote, price, sentAt, seq, ...reactions } of page) {
      const isMine = senderId === userId
      const [mine, theirs] = isMine
        ? [reactions.senderReaction, reactions.receiverReaction]
        : [reactions.receiverReaction, reactions.senderReaction]
      const message = {
        number: seq,
        from: isMine ? 'me' : 'partner',
        kind,
        text: body,
        sentAt,
        ...(name !== null && { name }),
        ...(uploadId !== null && { [kind]: uploadId }),
        ...(replyTo !== null && { replyTo }),
        ...(quote !== null && { quote }),
        ...(isMine && { price }),
        ...(mine !== null && { reactionByMe: mine }),
        ...(theirs !== null && { reactionByPartner: theirs }),
      }
      yield `${isFirst ? '' : ','}\n  ${JSON.stringify(message)}`
      isFirst = false
    }
    const last = page.at(-1)
    if (!last || page.length < BATCH) return
    after = last.seq
  }
}

function readme(siteName: string, now: Date) {
  return `Your data from ${siteName}, ${dayOf(now)}

account.json        email address and its changes, language, consents, the campaign that you came by, sessions, devices,
                    passkeys, mails about the security of the account, notification choices
profile.json        everything in your profile
photos.json         your photos; the files are in the folder photos
verification.json   whether your photos are verified; a selfie that waits is in selfie.webp
photo-requests.json requests for photos on request that you made and got
photo-unlocks.json  private photos that you unlocked
likes.json          likes that you gave and received
swipes.json         members that you liked or passed in the swipe game
visits.json         profiles that you opened, and members who opened yours
conversations.json  your messages, and those that you received and did not delete; the files of photos that you sent are in
                    the folder chat-photos
blocks.json         members that you blocked
credits.json        your credits and how they changed
orders.json         your payments, with their receipts
stored-method.json  the payment method that is kept for your next payment
spending-limit.json the limit that you set for a month
mandates.json       direct debits that you authorised
reports.json        reports that you made; the images that you attached are in the folder report-images
complaints.json     complaints that were sent with an address of yours
notifications.json  your quiet hours, and which emails and push messages were sent to you lately, or why not

Times are in UTC. Amounts of money are in the smallest unit of the currency.
The files are JSON, which any text editor shows.
`
}
