import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accounts from '#contract/accounts/calls.ts'
import { sendMessage } from '#contract/chat/calls.ts'
import { acceptStayOffer } from '#contract/credits/calls.ts'
import { swipeMember } from '#contract/games/calls.ts'
import {
  FREE_CONVERSATIONS,
  FREE_PHOTOS,
  MAIL_CHANGES_PER_DAY,
  PREMIUM_PHOTOS,
  SWIPE_LIKES,
  TIME_BONUS_MS,
} from '#contract/limits.ts'
import { createOrder, withdraw } from '#contract/payments/calls.ts'
import { addPhoto } from '#contract/profiles/calls.ts'
import { MINUTE, SECOND } from '#contract/time.ts'
import { unlockPhoto } from '#contract/unlocks/calls.ts'
import { uploadLimits } from '#server/platform/http/limits/upload-budget.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { auditChat } from '#tests/support/audits/chat-audit.ts'
import { encodeCall, type EncodedCall } from '#tests/support/site/encode-call.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import { sendAtOnce, type RaceAnswer } from '#tests/support/audits/last-byte.ts'
import { linkToken } from '#tests/support/mails.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import { buildOrder, reportPayment } from '#tests/support/payments.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'

/** `ROUNDS=40` changes their number alone. */
const ROUNDS = Number(process.env['ROUNDS'] ?? (IS_FULL ? 200 : 1))
const PARALLEL = 50
const TIMEOUT_MS = 5 * MINUTE + ROUNDS * 10 * SECOND

let site: TestApp
let image: Blob
/** As many as there are calls in a race, of the other gender than those who are built by default. */
let others: Member[]

beforeAll(async () => {
  // Otherwise most of the photos that come at once were turned away before the limit.
  for (const limit of Object.values(uploadLimits)) limit.uploads = PARALLEL
  site = await startTestApp({
    environment: { LOG_LEVEL: 'silent', TRUST_PROXY: 'true', REQUESTS_PER_MINUTE: '1000000' },
  })
  await site.app.listen({ port: 0 })
  processImagesOnce()
  image = new Blob([new Uint8Array(await sampleImage({ width: 200, height: 200 }))])
  others = []
  for (let n = 0; n < PARALLEL; n += 1) others.push(await build({ gender: 'male', photos: ['public'] }))
})
afterAll(() => site.close())

/** All uploads are one image, which is not what the races are about. */
function processImagesOnce() {
  const { images } = site.context
  const process = images.process.bind(images)
  let processed: ReturnType<typeof process> | undefined
  images.process = (...input) => (processed ??= process(...input))
}

const build = (input: Parameters<typeof buildMember>[1] = {}) => buildMember(site.context, input)
const caller = ({ cookie }: Member) => ({ cookie, headers: randomAddress() })

/** Sends what `encode` returns for 1 to 50, all at once. */
const race = async (encode: (n: number) => Promise<EncodedCall>) =>
  sendAtOnce(site.app, await Promise.all(Array.from({ length: PARALLEL }, (_, n) => encode(n))))

const count = (answers: RaceAnswer[], accepted = 200) => answers.filter(({ status }) => status === accepted).length
const codesOf = (answers: RaceAnswer[]) => [...new Set(answers.flatMap(({ code }) => code ?? []))].toSorted()

function message(from: Member, { profileId }: Member, content: object = { body: 'Hello' }) {
  const body = { clientId: randomUUID(), ...content } as { clientId: string; body: string }
  return encodeCall(sendMessage, { params: { profileId }, body }, caller(from))
}

async function balanceOf({ userId }: Member) {
  const balances = site.context.db.selectFrom('accountBalances').select('balance')
  return (await balances.where('userId', '=', userId).executeTakeFirstOrThrow()).balance
}

const settings = () => site.context.sites.of('localhost').settings

/** Each round with members of its own. Every call is either accepted or rejected by the limit. */
const races: Record<string, () => Promise<void>> = {
  async 'the credits of one message give one message'() {
    const [partner] = others
    const member = await build({ credits: 2 * settings().message_credits - 1 })
    const answers = await race(() => message(member, partner ?? member))
    expect([count(answers), codesOf(answers)]).toEqual([1, ['credits.insufficient']])
    expect(await balanceOf(member)).toBe(settings().message_credits - 1)
  },
  async 'the credits of one gift give one gift'() {
    const price = settings().gift_credits
    const member = await build({ credits: 2 * price - 1 })
    const [partner] = others
    const answers = await race(() => message(member, partner ?? member, { kind: 'gift', gift: 'coffee', body: '' }))
    expect([count(answers), codesOf(answers)]).toEqual([1, ['credits.insufficient']])
    expect(await balanceOf(member)).toBe(price - 1)
  },
  async 'the credits of one photo unlock one of two'() {
    const price = settings().photo_credits
    const member = await build({ credits: 2 * price - 1 })
    const owner = await build({ gender: 'male', photos: ['public', 'private', 'private'] })
    const photos = owner.photoIds.slice(1)
    const answers = await race((n) => {
      const photoId = photos[n % photos.length] ?? ''
      return encodeCall(unlockPhoto, { params: { photoId }, body: {} }, caller(member))
    })
    // All calls for the photo that is open by then are answered alike.
    expect([count(answers), codesOf(answers)]).toEqual([PARALLEL / 2, ['unlocks.insufficient_credits']])
    expect(await balanceOf(member)).toBe(price - 1)
  },
  async 'the swipe game gives the likes of one window'() {
    const member = await build()
    const answers = await race((n) => {
      const params = { profileId: others[n]?.profileId ?? '' }
      return encodeCall(swipeMember, { params, body: { choice: 'like' } }, caller(member))
    })
    expect([count(answers), codesOf(answers)]).toEqual([SWIPE_LIKES, ['games.likes_used']])
  },
  async 'a free member starts two conversations'() {
    const member = await build({ credits: 1000 })
    const answers = await race((n) => message(member, others[n] ?? member))
    expect([count(answers), codesOf(answers)]).toEqual([FREE_CONVERSATIONS, ['chat.conversation_limit']])
    expect(await balanceOf(member)).toBe(1000 - FREE_CONVERSATIONS * settings().message_credits)
  },
  async 'a free member has three photos'() {
    await fillPhotos(await build({ photos: ['public'] }), FREE_PHOTOS)
  },
  async 'a premium member has twenty-five photos'() {
    const photos = Array.from({ length: PREMIUM_PHOTOS - 2 }, () => 'public' as const)
    await fillPhotos(await build({ isPremium: true, photos }), PREMIUM_PHOTOS)
  },
  async 'a code is in one order'() {
    const member = await build({ signedUpMsAgo: TIME_BONUS_MS })
    expect((await site.call(acceptStayOffer, {}, caller(member))).status).toBe(200)
    const answers = await race(() => {
      const body = { clientId: randomUUID(), bundle: 'p1', method: 'ideal', code: 'STAY' } as const
      return encodeCall(createOrder, { body }, caller(member))
    })
    expect([count(answers), codesOf(answers)]).toEqual([1, ['credits.code_in_payment']])
  },
  async 'credits are either spent or refunded'() {
    const member = await build()
    const { orderId, ref } = await buildOrder(site, member)
    await reportPayment(site, ref, 'completed')
    const credits = await balanceOf(member)
    const [partner = member] = others
    const body = { credits, amountMinor: 3499 }
    const answers = await race((n) =>
      n % 2 === 0 ? encodeCall(withdraw, { params: { orderId }, body }, caller(member)) : message(member, partner),
    )
    await site.context.jobs.runDue()
    const refunds = await site.context.db.selectFrom('sandboxRefunds').select('ref').where('ref', '=', ref).execute()
    const messages = answers.filter(({ status }, n) => n % 2 === 1 && status === 200).length
    const refunded = answers.filter(({ status }, n) => n % 2 === 0 && status === 200).length
    // Repeated, a withdrawal is one; after a spend its sum is another, which no page has shown.
    if (refunded > 0) expect([refunds.length, messages, await balanceOf(member)]).toEqual([1, 0, 0])
    else expect([refunds.length, await balanceOf(member)]).toEqual([0, credits - messages * settings().message_credits])
  },
  async 'a day has five changes of the e-mail address, and the link of one works once'() {
    const member = await build()
    const change = () => {
      const body = { email: `${randomUUID()}@example.com`, password: member.password }
      return encodeCall(accounts.changeEmail, { body }, caller(member))
    }
    for (let n = 2; n < MAIL_CHANGES_PER_DAY; n += 1)
      expect((await site.app.inject(await change())).statusCode).toBe(200)
    const answers = await race(change)
    expect(count(answers)).toBe(2)
    // Passwords that come at once count as wrong until they have been checked.
    const codes = new Set([...codesOf(answers), 'accounts.login_locked'])
    expect(codes).toEqual(new Set(['accounts.login_locked', 'accounts.mail_limit']))
    const token = await linkToken(site.context, { userId: member.userId, template: 'mailChange' })
    // With a body that the call does not read, for its last byte.
    const payload = Buffer.from('{}')
    const opened = await race(async () => {
      const headers = { ...randomAddress(), 'content-type': 'application/json' }
      return { ...(await encodeCall(accounts.openLink, { params: { token } }, { headers })), payload }
    })
    expect([count(opened), codesOf(opened)]).toEqual([1, ['accounts.link_invalid']])
  },
}

/** Adds photos until none is turned away for being one of too many at a time. */
async function fillPhotos(member: Member, limit: number) {
  let isBusy = true
  while (isBusy) {
    const answers = await race(() =>
      encodeCall(
        addPhoto,
        { body: { visibility: 'public', clientId: randomUUID() } },
        { ...caller(member), file: image },
      ),
    )
    expect(codesOf(answers).filter((code) => code !== 'request.busy')).toEqual(['profiles.photo_limit'])
    isBusy = codesOf(answers).includes('request.busy')
  }
  const photos = site.context.db.selectFrom('photos').select('id').where('userId', '=', member.userId)
  expect(await photos.execute()).toHaveLength(limit)
}

test.each(Object.entries(races))(
  `${ROUNDS} × ${PARALLEL} calls whose last bytes leave at once: %s`,
  async (_, run) => {
    for (let round = 0; round < ROUNDS; round += 1) await run()
    const { db } = site.context
    expect([...(await auditMoney(db)), ...(await auditChat(db))]).toEqual([])
  },
  TIMEOUT_MS,
)
