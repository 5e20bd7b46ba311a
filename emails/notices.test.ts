import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { noticeProps, NoticeTemplate } from '#contract/emails.ts'
import { languages, type Language } from '#contract/languages.ts'
import { build } from './index.tsx'
import { colours, darkStyles } from './theme.ts'

const site = { name: 'Rendezvous', url: 'https://site.example', supportEmail: '', company: 'Company B.V.' }
const preferencesUrl = 'https://site.example/mail-preferences?token=abc'
const optional = { name: 'Zoë', url: 'https://site.example/chats', preferencesUrl }

function mail<Template extends NoticeTemplate>(template: Template, props: z.output<(typeof noticeProps)[Template]>) {
  return { template, to: 'a@b.example', language: 'en' as Language, site, props }
}

/** In any of the languages, and the name of the other member. */
const wordsOfDating =
  /\bBen\b|dating|rencontre|match|likes?\b|love|amour|flirt|photo|randk|deitt|incontr|\bcitas?\b|liebe|kærlig|kjærlig|kärlek|rakkau|miłoś|liefde|foto/i

const someone = { name: null, preview: null }
const ben = { name: 'Ben', preview: null }
const week = { ...optional, unread: 3, likes: 2, visits: 4 }

const discreet = {
  new_conversations: mail('notice', {
    ...optional,
    kind: 'new_conversations',
    items: [{ kind: 'conversation', ...someone }],
    more: 0,
  }),
  new_messages: mail('notice', {
    ...optional,
    kind: 'new_messages',
    items: [
      { kind: 'message', ...someone },
      { kind: 'message', ...someone },
      { kind: 'photo_request', ...someone },
    ],
    more: 0,
  }),
  like: mail('notice', {
    ...optional,
    kind: 'like',
    items: [
      { kind: 'like', ...someone },
      { kind: 'match', ...someone },
    ],
    more: 0,
  }),
  unread_message_reminders: mail('unreadReminder', { ...optional, unread: 2 }),
  weekly_updates: mail('weeklyUpdate', { ...week, isDetailed: false }),
  signup: mail('reminder', { ...optional, about: 'signup', credits: 0 }),
  credits: mail('reminder', { ...optional, about: 'credits', credits: 12 }),
}
const news = {
  news: mail('news', { ...optional, kind: 'news', title: 'We moved', paragraphs: ['First.', 'Second.'] }),
  promotions: mail('news', { ...optional, kind: 'promotions', title: 'This week', paragraphs: ['Less is more.'] }),
}
const detailed = {
  messages: mail('notice', {
    ...optional,
    kind: 'new_messages',
    items: [{ kind: 'message', name: 'Ben', preview: 'Hi <b>there</b>' }],
    more: 2,
  }),
  likes: mail('notice', {
    ...optional,
    kind: 'like',
    items: [
      { kind: 'like', ...ben },
      { kind: 'match', ...ben },
    ],
    more: 0,
  }),
  week: mail('weeklyUpdate', { ...week, isDetailed: true }),
}
const all = { ...discreet, ...news, ...detailed }

describe.each(languages)('in %s', (language) => {
  test.each(Object.entries(all))('the mail %s has its texts', async (_, email) => {
    const { subject, html, text } = await build.renderEmail({ ...email, language })
    expect({ subject, text }).toMatchSnapshot()
    expect(html).toContain(`lang="${language}"`)
    expect(html).not.toMatch(/<(script|img|link)|@import|url\(/i)
    for (const part of [html, text]) expect(part).toContain(preferencesUrl)
  })

  test.each(Object.entries(discreet))('the mail %s does not show what the site is about', async (_, email) => {
    const { subject, html } = await build.renderEmail({ ...email, language })
    expect(subject + html).not.toMatch(wordsOfDating)
  })
})

test('each mail has light colours inline, and dark ones for programs that are dark', async () => {
  for (const email of Object.values(all)) {
    const { html } = await build.renderEmail(email)
    expect(html).toContain(`background-color:${colours.card}`)
    expect(html).toContain(darkStyles.trim().split('\n')[1])
  }
})

test('what others wrote cannot insert markup', async () => {
  expect((await build.renderEmail(detailed.messages)).html).not.toContain('<b>there')
})
