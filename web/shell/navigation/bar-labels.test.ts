import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'

/** What fits below an icon of the bottom bar on the narrowest phones. */
const LONGEST = 10

test.each(languages)('the labels of the bottom bar fit in the language %s', (language) => {
  const path = new URL(`../../../locales/${language}/shell.json`, import.meta.url)
  const { nav } = JSON.parse(readFileSync(path, 'utf8')) as { nav: Record<string, string> }
  const labels = ['membersShort', 'swipe', 'likes', 'messages', 'me'].map((key) => nav[key] ?? '')
  expect(labels.filter((label) => label === '' || label.length > LONGEST)).toEqual([])
})
