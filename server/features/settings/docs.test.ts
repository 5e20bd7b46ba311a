import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Settings } from '#contract/settings/schemas.ts'

const root = resolve(import.meta.dirname, '../../..')
const table = readFileSync(join(root, 'docs/settings.md'), 'utf8')
const settings = Object.keys(Settings.shape)

/** The code that gives settings an effect: all but their declaration, their defaults, tests and demo data. */
const code = [
  'server/app.ts',
  'server/web-host.ts',
  ...['server/features', 'server/platform', 'web', 'emails'].flatMap(sourcesOf),
]
  .filter((file) => !/[.]test[.]|features\/settings\/defaults[.]ts$/.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .concat(
    functionsOf('contract/settings/brand-colours.ts'),
    functionsOf('contract/settings/site-rules.ts'),
    functionsOf('contract/settings/visitor-country.ts'),
  )
  .join('\n')

describe('docs/settings.md', () => {
  test('describes every setting', () => {
    expect(settings.filter((setting) => rowOf(setting) === undefined)).toEqual([])
  })

  test('marks exactly the settings that no code reads as without effect', () => {
    const unread = settings.filter((setting) => !isRead(setting))
    expect(settings.filter((setting) => rowOf(setting)?.includes('**no effect yet**'))).toEqual(unread)
  })
})

function rowOf(setting: string) {
  return table.split('\n').find((line) => line.startsWith('|') && line.split('|')[1]?.includes(`\`${setting}\``))
}

/** A quoted name is not a read, unless it is no identifier. */
function isRead(setting: string) {
  if (setting.includes('/')) return code.includes(`'${setting}':`)
  return new RegExp(`(?<![\\w'\`])${setting}(?!\\w)`).test(code)
}

function functionsOf(file: string) {
  return readFileSync(join(root, file), 'utf8').match(/^export function[^]*?^}/gm) ?? []
}

function sourcesOf(directory: string) {
  return readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((file) => /[.]tsx?$/.test(file))
    .map((file) => `${directory}/${file}`)
}
