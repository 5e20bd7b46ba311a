import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { choiceSettings, profileChoiceNames } from '#contract/profiles/profile-fields.ts'
import { facetBits } from './facets.ts'

const functionsFile = fileURLToPath(new URL('../../functions/search.sql', import.meta.url))
/** The part of the function `search_facets` that is about the choices of profiles. */
const choicesText = /\(1::bigint << case shown\.[^|]*(?:\| \(1::bigint << case shown\.[^|]*)*(?=\n {4}\| case)/

test('`search_facets` sets the bits of facets.ts; `npx vitest -u` writes them', async () => {
  const choices = profileChoiceNames.map((choice) => {
    const { none, values } = facetBits[choice]
    const cases = Object.entries(values).map(([value, position]) => `when '${value}' then ${position}`)
    const lines = `${cases.join(' ')} else ${none} end)`.replaceAll(/(.{70,}?) (?=when|else)/g, '$1\n      ')
    return `(1::bigint << case shown.${choiceSettings[choice]}\n      ${lines}`
  })
  const sql = await readFile(functionsFile, 'utf8')
  await expect(sql.replace(choicesText, () => choices.join('\n    | '))).toMatchFileSnapshot(functionsFile)
})
