import { expect, test } from 'vitest'
import { countryLanguages } from '#contract/countries.ts'
import { languages } from '#contract/languages.ts'
import cities from './cities.json' with { type: 'json' }
import names from './names.json' with { type: 'json' }
import { languagesAt } from './languages.ts'
import { createPerson } from './people.ts'
import { textsIn } from './texts.ts'

const people = Array.from({ length: 2000 }, (_, index) => createPerson(index, { year: 2026 }))

test('names, texts and places of a member are of one language', () => {
  for (const { name, gender, country, region, city, language, about, answers } of people) {
    expect(names[language][gender]).toContain(name)
    expect(languagesAt({ country, region })).toContain(language)
    const regions: Record<string, string[]> = cities[country]
    expect(regions[region]).toContain(city)
    expect(textsIn(language).about.openers.some((opener) => about.startsWith(opener))).toBe(true)
    for (const { prompt, text } of answers) expect(textsIn(language).answers[prompt]).toContain(text)
  }
})

test('members write in every language of the site, and only in those of their country', () => {
  expect(new Set(people.map(({ language }) => language))).toEqual(new Set(languages))
  for (const { country, language } of people) expect(countryLanguages[country]).toContain(language)
})

test('the languages of places are of regions that exist', () => {
  const abroad = people.filter(({ country, language }) => language !== countryLanguages[country][0])
  const regions = new Set(abroad.map(({ region }) => region))
  for (const region of ['Ahvenanmaa', 'Genève', 'Hainaut', 'Québec', 'Ticino']) expect(regions).toContain(region)
})
