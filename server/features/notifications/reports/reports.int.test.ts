import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as accounts from '#contract/accounts/calls.ts'
import { BOUNCE_HALF_LIFE_MS, MAIL_REPORT_MAX_AGE_MS } from '#contract/limits.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { createFakeSns } from '#tests/support/fakes/fake-sns.ts'
import { likesOn } from '#tests/support/likes.ts'
import { noticesOn } from '#tests/support/notices.ts'

const topicArn = 'arn:aws:sns:eu-west-1:123456789012:mails'
const certificateUrl = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem'
const postmarkAuth = 'postmark:a-long-enough-password'
const token = 'a-long-enough-token'

let site: TestApp
let sns: ReturnType<typeof createFakeSns>
let fetched: string[]

beforeAll(async () => {
  site = await startTestApp({
    environment: {
      LOG_LEVEL: 'silent',
      SES_TOPIC_ARN: topicArn,
      POSTMARK_WEBHOOK_AUTH: postmarkAuth,
      MAIL_REPORT_TOKEN: token,
    },
  })
  sns = createFakeSns({ topicArn, certificateUrl, now: site.clock.now() })
})
afterAll(() => site.close())
beforeEach(() => {
  fetched = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    fetched.push(url instanceof Request ? url.url : url.toString())
    return new Response(sns.pem)
  })
})
afterEach(() => vi.restoreAllMocks())

async function post(name: string, body: string, headers: Record<string, string> = {}) {
  const { statusCode } = await site.app.inject({
    method: 'POST',
    url: `/api/mail-reports/${name}`,
    headers: { 'content-type': 'text/plain; charset=UTF-8', ...headers },
    body,
  })
  return statusCode
}

const disabledOf = async (member: Member) =>
  (await site.call(accounts.getUser, {}, member)).reply?.user?.notifications_disabled.filter((entry) =>
    ['fbl', 'bounce', 'listunsubscribe'].includes(entry),
  )

let reports = 0
function bounce(email: string, { bounceType = 'Permanent', bounceSubType = 'General', at = site.clock.now() } = {}) {
  reports += 1
  const bouncedRecipients = [{ emailAddress: email }]
  return {
    notificationType: 'Bounce',
    bounce: {
      bounceType,
      bounceSubType,
      bouncedRecipients,
      timestamp: at.toISOString(),
      feedbackId: `report-${reports}`,
    },
  }
}
function complaint(email: string, complaintFeedbackType = 'abuse') {
  reports += 1
  const complainedRecipients = [{ emailAddress: email }]
  const timestamp = site.clock.now().toISOString()
  return {
    eventType: 'Complaint',
    complaint: { complainedRecipients, complaintFeedbackType, timestamp, feedbackId: `report-${reports}` },
  }
}
const fromSes = (content: object, version?: '1' | '2') => post('ses', JSON.stringify(sns.message(content, version)))

describe('reports of Amazon SES', () => {
  test.each(['1', '2'] as const)('with a signature of version %s stop the mails of their address', async (version) => {
    const [anna, ben] = [await buildMember(site.context), await buildMember(site.context)]
    expect(await fromSes(bounce(anna.email.toUpperCase()), version)).toBe(204)
    expect(await fromSes(complaint(ben.email), version)).toBe(204)
    expect(await disabledOf(anna)).toEqual(['bounce'])
    expect(await disabledOf(ben)).toEqual(['fbl'])
  })

  test('a mail that is rejected for its content says nothing about the address', async () => {
    const anna = await buildMember(site.context)
    for (let n = 0; n < 5; n += 1)
      await fromSes(bounce(anna.email, { bounceType: 'Transient', bounceSubType: 'ContentRejected' }))
    expect(await disabledOf(anna)).toEqual([])
  })

  test('a mail that was taken out of the folder for spam is no complaint', async () => {
    const anna = await buildMember(site.context)
    await fromSes(complaint(anna.email, 'not-spam'))
    expect(await disabledOf(anna)).toEqual([])
  })

  test.each<[string, (message: Record<string, string>) => Record<string, string>]>([
    ['another text', (message) => ({ ...message, Message: message['Message']?.replace('member-', 'nember-') ?? '' })],
    ['another topic', (message) => ({ ...message, TopicArn: `${topicArn}2` })],
    ['no signature', (message) => ({ ...message, Signature: '' })],
    ['another version of the signature', (message) => ({ ...message, SignatureVersion: '1' })],
    ...[
      'https://sns.eu-west-1.amazonaws.com.example.org/x.pem',
      'http://sns.eu-west-1.amazonaws.com/x.pem',
      'https://sns.eu-west-1.amazonaws.com:8443/x.pem',
      'https://a@sns.eu-west-1.amazonaws.com/x.pem',
      'https://127.0.0.1/x.pem',
      'https://s3.eu-west-1.amazonaws.com/x.pem',
      'https://sns.eu-west-1.amazonaws.com/x.txt',
      'file:///etc/x.pem',
    ].map((url): [string, (message: Record<string, string>) => Record<string, string>] => [
      `the certificate ${url}`,
      (message) => ({ ...message, SigningCertURL: url }),
    ]),
  ])('with %s are rejected, and nothing is fetched from elsewhere', async (_case, forge) => {
    const anna = await buildMember(site.context)
    const message = forge(sns.message(bounce(anna.email)))
    expect(await post('ses', JSON.stringify(message))).toBe(401)
    expect(await disabledOf(anna)).toEqual([])
    expect(fetched.filter((url) => url !== certificateUrl)).toEqual([])
  })

  test('signed with another key are rejected', async () => {
    const anna = await buildMember(site.context)
    const forged = createFakeSns({ topicArn, certificateUrl, now: site.clock.now() }).message(bounce(anna.email))
    expect(await post('ses', JSON.stringify(forged))).toBe(401)
    expect(await disabledOf(anna)).toEqual([])
  })

  test('confirm the subscription of our topic at Amazon only', async () => {
    const message = sns.message({}, '2', 'SubscriptionConfirmation')
    expect(await post('ses', JSON.stringify(message))).toBe(204)
    expect(fetched).toContain(message['SubscribeURL' as keyof typeof message])
    const forged = { ...message, SubscribeURL: 'https://169.254.169.254/latest' }
    expect(await post('ses', JSON.stringify(forged))).toBe(401)
    expect(fetched.join()).not.toContain('169.254')
  })

  test.each(['', '{', '[]', '{"Type":"Notification"}'])('with the text %s are rejected', async (text) => {
    expect(await post('ses', text)).toBe(401)
  })

  test('that are repeated count once, and old ones do not count', async () => {
    const anna = await buildMember(site.context)
    const report = bounce(anna.email, { bounceType: 'Transient' })
    for (let n = 0; n < 5; n += 1) expect(await fromSes(report)).toBe(204)
    const old = new Date(site.clock.now().getTime() - MAIL_REPORT_MAX_AGE_MS - 1)
    for (let n = 0; n < 3; n += 1) await fromSes(bounce(anna.email, { bounceType: 'Transient', at: old }))
    expect(await disabledOf(anna)).toEqual([])
  })
})

test('temporary bounces add up, and decay', async () => {
  const anna = await buildMember(site.context)
  const transient = () => fromSes(bounce(anna.email, { bounceType: 'Transient' }))
  await transient()
  await transient()
  site.clock.advance(BOUNCE_HALF_LIFE_MS)
  sns = createFakeSns({ topicArn, certificateUrl: certificateUrl.replace('-1.pem', '-2.pem'), now: site.clock.now() })
  await transient()
  expect(await disabledOf(await login(anna))).toEqual([])
  await transient()
  expect(await disabledOf(await login(anna))).toEqual(['bounce'])
})

/** The session has ended meanwhile. */
async function login(member: Member) {
  const { headers } = await site.call(accounts.logIn, { body: { email: member.email, password: member.password } })
  const [cookie = ''] = [headers['set-cookie']].flat().map((text) => String(text).split(';')[0] ?? '')
  return { ...member, cookie }
}

test('a member starts the mails again after a bounce, whose points are forgotten, and not after a complaint', async () => {
  const { away, deliver, inbox } = noticesOn(site)
  const [anna, ben] = [await away(), await away()]
  await fromSes(bounce(anna.email))
  await site.call(accounts.resumeMails, {}, anna)
  expect(await disabledOf(anna)).toEqual([])
  await noticesOn(site).setActive(anna, 24 * 60 * 60 * 1000)
  await likesOn(site).like(ben, anna)
  await deliver()
  expect(await inbox(anna)).toHaveLength(1)
  await fromSes(complaint(anna.email))
  await site.call(accounts.resumeMails, {}, anna)
  expect(await disabledOf(anna)).toEqual(['fbl'])
})

test('what is known of an address survives the account, and not as the address', async () => {
  const email = 'quartz-collector@example.com'
  const anna = await buildMember(site.context, { email })
  await fromSes(complaint(email))
  await site.context.db.deleteFrom('users').where('id', '=', anna.userId).execute()
  const { rows } = await site.context.database.pool.query('select * from mail_addresses')
  expect(JSON.stringify(rows)).not.toContain('quartz')
  expect(await disabledOf(await buildMember(site.context, { email }))).toEqual(['fbl'])
})

describe('reports of Postmark', () => {
  const authorization = `Basic ${Buffer.from(postmarkAuth).toString('base64')}`
  const report = (email: string, type: string, RecordType = 'Bounce') => {
    reports += 1
    return JSON.stringify({ RecordType, ID: reports, Type: type, Email: email, BouncedAt: site.clock.now() })
  }

  test('stop the mails of their address', async () => {
    const [anna, ben, eve] = [
      await buildMember(site.context),
      await buildMember(site.context),
      await buildMember(site.context),
    ]
    expect(await post('postmark', report(anna.email, 'HardBounce'), { authorization })).toBe(204)
    expect(await post('postmark', report(ben.email, 'SpamComplaint', 'SpamComplaint'), { authorization })).toBe(204)
    for (const type of ['AutoResponder', 'Blocked', 'Blocked', 'Blocked', 'constructor'])
      expect(await post('postmark', report(eve.email, type), { authorization })).toBe(204)
    expect([await disabledOf(anna), await disabledOf(ben), await disabledOf(eve)]).toEqual([['bounce'], ['fbl'], []])
  })

  test.each(['', 'Basic cG9zdG1hcms6d3Jvbmc=', `Bearer ${postmarkAuth}`])(
    'with the password %s are rejected',
    async (wrong) => {
      const anna = await buildMember(site.context)
      expect(await post('postmark', report(anna.email, 'HardBounce'), { authorization: wrong })).toBe(401)
      expect(await disabledOf(anna)).toEqual([])
    },
  )
})

describe('returned mails', () => {
  const authorization = `Bearer ${token}`

  /** Sends a mail to a member. Returns its Message-ID. */
  async function sentTo(anna: Member) {
    const { away, deliver, inbox } = noticesOn(site)
    await likesOn(site).like(await away(), anna)
    await deliver()
    const [mail] = await inbox(anna)
    return `<${mail?.id}@localhost.localdomain>`
  }

  const returned = (messageId: string, { action = 'failed', status = '5.1.1' } = {}) =>
    [
      'From: Mail Delivery System <mailer-daemon@mx.example>',
      'Message-ID: <other@mx.example>',
      'Content-Type: multipart/report; report-type=delivery-status;',
      ' boundary="xyz"',
      '',
      '--xyz',
      'Content-Type: text/plain',
      '',
      'It did not work.',
      '--xyz',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example',
      '',
      'Final-Recipient: rfc822; someone@example.com',
      `Action: ${action}`,
      `Status: ${status}`,
      '--xyz',
      'Content-Type: text/rfc822-headers',
      '',
      'Subject: Hello',
      `Message-ID: ${messageId}`,
      '--xyz--',
    ].join('\r\n')

  const complained = (messageId: string) =>
    returned(messageId)
      .replace('report-type=delivery-status', 'report-type=feedback-report')
      .replace('message/delivery-status', 'message/feedback-report')
      .replace('Reporting-MTA: dns; mx.example', 'Feedback-Type: abuse\r\nUser-Agent: Test/1.0\r\nVersion: 1')

  test.each([
    ['failed for good', returned, ['bounce']],
    ['a provider rejected for its sender', (id: string) => returned(id, { status: '5.7.1' }), []],
    ['was delayed', (id: string) => returned(id, { action: 'delayed', status: '4.4.1' }), []],
    ['is reported as spam', complained, ['fbl']],
  ] as const)('a mail that %s', async (_case, message, disabled) => {
    const anna = await noticesOn(site).away()
    const body = message(await sentTo(anna))
    for (let n = 0; n < 2; n += 1) expect(await post('message', body, { authorization })).toBe(204)
    expect(await disabledOf(anna)).toEqual(disabled)
  })

  test('a mail about the account counts for the address to which it was sent, and for no other', async () => {
    const [anna, ben] = [await buildMember(site.context, { isConfirmed: false }), await buildMember(site.context)]
    await site.call(accounts.resendActivation, {}, anna)
    await site.context.jobs.runDue()
    const { outbox } = site.context.mail
    const mail = (await outbox?.list(100))?.find(({ to }) => to === anna.email)
    const eml = String(await outbox?.findEml(mail?.id ?? ''))
    const messageId = /^Message-ID:\s+(\S+)/im.exec(eml)?.[1] ?? ''
    const to = (email: string) => returned(messageId).replace('someone@example.com', email)
    for (const email of [ben.email, 'someone@example.com'])
      expect(await post('message', to(email), { authorization })).toBe(204)
    expect([await disabledOf(anna), await disabledOf(ben)]).toEqual([[], []])
    expect(await post('message', to(anna.email.toUpperCase()), { authorization })).toBe(204)
    expect(await disabledOf(anna)).toEqual(['bounce'])
    expect((await site.call(accounts.getUser, {}, anna)).reply?.user?.is_email_rejected).toBe(true)
  })

  test('that name no mail of ours change nothing, nor do those without the token', async () => {
    const anna = await noticesOn(site).away()
    const messageId = await sentTo(anna)
    const forged = messageId.replace(/-[\w-]{24}@/, `-${'A'.repeat(24)}@`)
    expect(await post('message', returned(forged), { authorization })).toBe(204)
    expect(await post('message', 'anything', { authorization })).toBe(204)
    expect(await post('message', returned(messageId), { authorization: 'Bearer guess' })).toBe(401)
    expect(await disabledOf(anna)).toEqual([])
  })
})
