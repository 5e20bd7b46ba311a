import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { landers, nicheNames } from '#contract/landers/landers.ts'
import { languages } from '#contract/languages.ts'
import { LANDER_TEXT_MAX_LENGTH } from '#contract/limits.ts'

interface Texts {
  niches: Record<string, Record<string, string>>
  pages: Record<string, Record<string, string>>
}

/** The keys are put together at run time, so no compiler checks that each text exists. */
test.each(languages)('every page and niche has its texts in %s, each of another wording', (language) => {
  const { niches, pages } = JSON.parse(
    readFileSync(new URL(`../../../locales/${language}/landers.json`, import.meta.url), 'utf8'),
  ) as Texts
  expect(Object.keys(niches)).toEqual([...nicheNames])
  expect(Object.keys(pages).toSorted()).toEqual([...landers].toSorted())
  for (const texts of Object.values(niches)) expect(Object.keys(texts)).toEqual(['kicker', 'lead', 'action'])
  for (const name of nicheNames) expect(niches[name]?.['lead']).toContain('{site}')
  for (const name of landers) expect(pages[name]).toHaveProperty('title')
  expect(new Set(Object.values(niches).map(({ lead }) => lead)).size).toBe(nicheNames.length)
  expect(new Set(Object.values(pages).map(({ title }) => title)).size).toBe(landers.length)
  // LAND-8.
  expect(new Set(Object.values(pages).map(({ lead }) => lead)).size).toBe(landers.length)
  const all = [...Object.values(niches), ...Object.values(pages)].flatMap((texts) => Object.values(texts))
  for (const text of all) expect(text.length).toBeLessThanOrEqual(LANDER_TEXT_MAX_LENGTH)
})
