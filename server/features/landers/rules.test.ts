import { expect, test } from 'vitest'
import { chooseContent, type LanderContent } from './rules.ts'

const content = (given: Partial<LanderContent>): LanderContent => ({
  siteId: null,
  niche: null,
  slug: null,
  country: null,
  language: null,
  texts: {},
  images: [],
  ...given,
})

test('without content nothing is set', () => {
  expect(chooseContent([])).toEqual({ texts: {}, images: [] })
})

test('each text comes from the most telling content that has it, whatever their order', () => {
  const rows = [
    content({ slug: 'summer', texts: { title: 'summer' } }),
    content({ siteId: 1, niche: 2, country: 'FR', language: 'fr', texts: { title: 'all others', lead: 'lead' } }),
    content({ texts: { title: 'any', lead: 'any', action: 'any' } }),
  ]
  const expected = { title: 'summer', lead: 'lead', action: 'any' }
  expect(chooseContent(rows).texts).toEqual(expected)
  expect(chooseContent(rows.toReversed()).texts).toEqual(expected)
})

test('slug counts more than country, country than language, language than niche, niche than site', () => {
  const fields = [{ siteId: 1 }, { niche: 1 }, { language: 'en' }, { country: 'GB' }, { slug: 'a' }]
  for (const [index, field] of fields.entries()) {
    const less = Object.assign({}, ...fields.slice(0, index)) as Partial<LanderContent>
    const rows = [content({ ...field, texts: { title: 'more' } }), content({ ...less, texts: { title: 'less' } })]
    expect(chooseContent(rows).texts).toEqual({ title: 'more' })
  }
})

test('images are not mixed', () => {
  const rows = [content({ images: ['/a.webp', '/b.webp'] }), content({ slug: 'a', images: ['/c.webp'] })]
  expect(chooseContent(rows).images).toEqual(['/c.webp'])
  expect(chooseContent([...rows, content({ slug: 'a', niche: 1 })]).images).toEqual(['/c.webp'])
})
