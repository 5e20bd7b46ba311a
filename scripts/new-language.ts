/**
 * Makes the skeleton of a language and reports what it lacks:
 *
 *     npm run -s new-language -- pt > missing.json            the English texts that Portuguese lacks, by
 * file
 *     npm run -s new-language -- pt --add translated.json     puts their translations into locales/pt/
 *
 * Then docs/recipes.md, 'Language'. Texts of the operators' console are left out.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Texts } from '../contract/texts.ts'
import { addTexts, missingTexts } from './locales/missing-texts.ts'

const locales = join(import.meta.dirname, '..', 'locales')

/** What every language says about itself, before its first text. */
const STYLE = `# The language

**Address.** How dating sites of this market speak to their members.

**Gender.** Neutral first; where that is not possible, by the gender of the member.

**Words of the product.** like, match, credits, Premium, swipe, message, report, appeal.

**Typography.** Quotes, apostrophe, dashes, spaces.

**Tone.**
`

const { positionals, values } = parseArgs({ options: { add: { type: 'string' } }, allowPositionals: true })
const [code = ''] = positionals
if (!/^[a-z]{2}$/.test(code) || code === 'en') throw new Error('Name a language by its two letters, such as pt.')
const folder = join(locales, code)
await mkdir(folder, { recursive: true })
if (!existsSync(join(folder, 'STYLE.md'))) await writeFile(join(folder, 'STYLE.md'), STYLE)

const files = (await readdir(join(locales, 'en'))).filter((name) => /^(?!operator[.-]).+\.json$/.test(name))
const added = values.add ? await readTexts(values.add) : {}
const missing: Texts = {}
let count = 0
for (const file of files) {
  const name = file.replace('.json', '')
  const english = await readTexts(join(locales, 'en', file))
  const path = join(folder, file)
  const own = existsSync(path) ? await readTexts(path) : {}
  const more = added[name]
  const texts = addTexts(english, typeof more === 'object' ? addTexts(english, own, more) : own)
  if (Object.keys(texts).length > 0) await writeFile(path, `${JSON.stringify(texts, null, 2)}\n`)
  const lacking = missingTexts(english, texts)
  count += lacking.count
  if (lacking.count > 0) missing[name] = lacking.texts
}
console.log(JSON.stringify(missing, null, 2))
console.error(`${code} lacks ${count} texts.`)

async function readTexts(path: string) {
  return JSON.parse(await readFile(path, 'utf8')) as Texts
}
