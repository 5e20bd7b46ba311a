import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { pageNames } from '#contract/pages/page-names.ts'
import { demoCompany, defaultSettings } from '#server/features/settings/defaults.ts'
import { fillPageText, openByHeading, PageTexts, parsePageText } from './page-texts.ts'
import { pageValues } from './views.ts'

const site = {
  id: 1,
  domain: 'site.example',
  isDefault: false,
  settings: defaultSettings({ domain: 'site.example', companyId: 1 }),
  company: { ...demoCompany, added: '2026-01-01T00:00:00Z' },
}
const config = { publicUrl: 'https://site.example' }
const read = (language: string, page: string) =>
  readFileSync(join(import.meta.dirname, 'texts', language, `${page}.md`), 'utf8')
const headings = (text: string) => text.match(/^#+ /gm)
const variables = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()

test('what follows a heading is folded under it, and what stands before the first is not', () => {
  expect(openByHeading('<p>a</p><h2>b</h2><p>c</p><h3>d</h3><h2>e</h2>')).toBe(
    '<p>a</p><details><summary><h2>b</h2></summary><p>c</p><h3>d</h3></details><details><summary><h2>e</h2></summary></details>',
  )
  expect(openByHeading('<p>a</p>')).toBe('<p>a</p>')
})

describe.each(pageNames)('the text of %s', (page) => {
  test.each(languages)('in %s has a title, a description, and no variable that is unknown', async (language) => {
    const { title, description, html } = fillPageText(
      await new PageTexts(undefined, async () => null).find({ site, page, language }),
      pageValues({ config }, { site, language }),
    )
    expect(title).not.toBe('')
    expect(description.length).toBeGreaterThan(60)
    expect(title + description + html).not.toMatch(/[{}]|%7B/)
  })

  test('is built alike in all languages', () => {
    const english = read('en', page)
    for (const language of languages) {
      const text = read(language, page)
      expect([language, headings(text), variables(text)]).toEqual([language, headings(english), variables(english)])
    }
  })
})

test.each(languages)('the privacy text in %s names what a direct debit gives to the provider (PAY-14)', (language) => {
  expect(read(language, 'privacy')).toContain('IBAN')
})

test.each(languages)('the privacy text in %s names what is kept of a position (PRO-21)', (language) => {
  expect(read(language, 'privacy')).toContain('50 km')
})

test('values are texts, also in addresses, whatever is in them', () => {
  const text = parsePageText('# About {name}\n\nHello **{name}**, [write]({name})\n')
  const { title, description, html } = fillPageText(text, { name: '<b>"&\'' })
  expect(title).toBe('About <b>"&\'')
  expect(description).toBe('Hello <b>"&\', write')
  expect(html).toBe(
    '<p>Hello <strong>&lt;b&gt;&quot;&amp;&#39;</strong>, <a href="&lt;b&gt;&quot;&amp;&#39;">write</a></p>\n',
  )
})

test('an unknown variable stays, so that it is seen', () => {
  expect(fillPageText(parsePageText('# T\n\n{nothing}'), {}).html).toBe('<p>{nothing}</p>\n')
})

test('what operators write becomes no script, and leads nowhere but to pages and mails', () => {
  const { html } = parsePageText(
    '# T\n\n<script>alert(1)</script> <img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) [b](//evil.example) ' +
      '[c](https://ok.example) [d](mailto:{email}) ![e](https://evil.example/x.png) ![f](/ok.webp)\n\n<b onclick=x>\n',
  )
  expect(html).not.toMatch(/<script|<img src=x|<b |javascript:|evil/)
  expect(html).toContain('<a href="https://ok.example">c</a>')
  expect(html).toContain('<a href="mailto:{email}">d</a>')
  expect(html).toContain('<img src="/ok.webp" alt="f">')
})

test('a text of operators comes before the file', async () => {
  const texts = new PageTexts(undefined, async ({ page }) => (page === 'faq' ? '# Ours\n\nText' : null))
  expect((await texts.find({ site, page: 'faq', language: 'en' })).title).toBe('Ours')
  expect((await texts.find({ site, page: 'terms', language: 'en' })).title).not.toBe('Ours')
})
