import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'
import { Settings } from '#contract/settings/schemas.ts'
import packageJson from '../package.json' with { type: 'json' }

const root = resolve(import.meta.dirname, '..')
const directories = [
  '.ci',
  'bench',
  'contract',
  'deploy',
  'docs',
  'emails',
  'locales',
  'scripts',
  'server',
  'tests',
  'web',
]
const files = [
  ...readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
  ...directories.flatMap((directory) =>
    readdirSync(join(root, directory), { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length + 1)] : [],
    ),
  ),
]
const textFiles = files.filter((file) => /\.(ts|tsx|mjs|cjs|sql|css|md)$/.test(file))
const documents = files.filter((file) => file === 'README.md' || (file.startsWith('docs/') && file.endsWith('.md')))

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Every word of the code, to look identifiers up in. */
const words = new Set(
  textFiles.filter((file) => !file.endsWith('.md')).flatMap((file) => read(file).match(/[A-Za-z_$][\w$]*/g) ?? []),
)

describe.each(documents)('%s', (document) => {
  const text = read(document)

  test('names only files and directories that exist', () => {
    const inBackticks = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.split(/\s+/))
    expect(inBackticks.filter((token) => isPathLike(token) && !exists(token))).toEqual([])
  })

  test('has lines of at most 110 columns, but in tables, code and headings', () => {
    const lines = text.replaceAll(/```.*?```/gs, '').split('\n')
    expect(lines.filter((line) => line.length > 110 && !/^(?:\||#| {4})/.test(line))).toEqual([])
  })

  test('names only identifiers that the code has', () => {
    const names = [...text.matchAll(/`([a-z]+[A-Z]\w*|[A-Z]+(?:_[A-Z]+)+)(?:\(\))?`/g)].map(([, name = '']) => name)
    expect(names.filter((name) => !words.has(name))).toEqual([])
  })

  test('names identifiers in the files that have them', () => {
    const claims = [...text.matchAll(/((?:`\w+`(?:, | and )?)+) (?:in|of) `([\w./-]+\.tsx?)`/g)]
    const wrong = claims.flatMap(([, names = '', path = '']) => {
      const named = files.filter((file) => file === path || file.endsWith(`/${path}`))
      // The example slice `x` has no files.
      if (named.length === 0) return []
      const code = new Set(named.flatMap((file) => read(file).match(/\w+/g) ?? []))
      return [...names.matchAll(/\w+/g)].filter(([name]) => !code.has(name)).map(([name]) => `${name} in ${path}`)
    })
    expect(wrong).toEqual([])
  })

  test('links only to files that exist', () => {
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) =>
      resolve(root, document, '..', target).slice(root.length + 1),
    )
    expect(targets.filter((target) => !exists(target))).toEqual([])
  })

  test('names only npm scripts that exist', () => {
    const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script)
    expect(scripts.filter((script) => !(script in packageJson.scripts))).toEqual([])
  })
})

test('docs/places.md names each directory of the slices, the platform and the shell', () => {
  const text = read('docs/places.md')
  const code = /^(?:server|web)\/(?:features|platform|shell)\/(?:.*\/)?([\w-]+)\/[\w-]+\.tsx?$/
  const names = new Set(files.flatMap((file) => code.exec(file)?.[1] ?? []))
  expect([...names].filter((name) => !new RegExp(`[\`/]${name}/`).test(text))).toEqual([])
})

test('docs/places.md names each journey of the browser tests', () => {
  const text = read('docs/places.md')
  const journeys = files.flatMap((file) => /^tests\/e2e\/.*\/([\w-]+\.e2e\.ts)$/.exec(file)?.[1] ?? [])
  expect(journeys.length).toBeGreaterThan(0)
  expect(journeys.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

describe('product rules', () => {
  const rulesText = read('docs/product-rules.md')
  const numbers = [...rulesText.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, number = '']) => number)

  test('have unique numbers under the heading of their slice', () => {
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
    const misplaced = rulesText
      .split(/^## /m)
      .slice(1)
      .flatMap((section) => {
        const [prefix] = section.split(':')
        return [...section.matchAll(/^- \*\*([A-Z]+)-\d+/gm)].filter((match) => match[1] !== prefix)
      })
    expect(misplaced).toEqual([])
  })

  test('that code, tests and documents cite exist', () => {
    const standards = new Set(['SHA', 'UTF', 'ISO', 'RFC', 'WCAG'])
    const unknown = textFiles.flatMap((file) =>
      [...read(file).matchAll(/(?<![\w-])([A-Z]{3,})-\d+\b/g)]
        .filter(([citation, prefix = '']) => !standards.has(prefix) && !numbers.includes(citation))
        .map(([citation]) => `${file}: ${citation}`),
    )
    expect(unknown).toEqual([])
  })

  test('name only limits and settings that exist', () => {
    const names = [...rulesText.matchAll(/`([A-Z]+(?:_[A-Z]+)+|[a-z]+(?:_[a-z]+)+)`/g)].map(([, name = '']) => name)
    const wireNames = [
      'lower_case',
      'authentication_required',
      'not_confirmed',
      'with_trafficsource',
      'api_signup_complete',
    ]
    const knownNames = new Set([...Object.keys(limits), ...Object.keys(Settings.shape), ...wireNames])
    expect(names.filter((name) => !knownNames.has(name))).toEqual([])
  })
})

test('decisions that code and documents cite exist', () => {
  const decisions = files.flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? [])
  const unknown = textFiles.flatMap((file) =>
    [...read(file).matchAll(/\bdecisions? (\d{4})\b/gi)]
      .filter(([, number = '']) => !decisions.includes(number))
      .map(([citation]) => `${file}: ${citation}`),
  )
  expect(unknown).toEqual([])
})

/** A repository path, or its end. URLs start with a slash; the program writes to `data/` or `build/`. */
function isPathLike(token: string) {
  if (!/^[\w.<>*[\]-]+(\/[\w.<>*[\]-]+)*\/?$/.test(token) || /^(data|build|node_modules|DATA_DIR)\//.test(token))
    return false
  const startsAtRoot = directories.some((directory) => token.startsWith(`${directory}/`))
  return startsAtRoot || /\.(ts|tsx|mjs|cjs|sql|css|md)$/.test(token)
}

/** `<name>`, `*` and the example slice `x` stand for any one name. */
function exists(path: string) {
  const pattern = path
    .replace(/\/$/, '')
    .replaceAll(/<[^>]*>|(?<=\/)x(?=[/.]|$)/g, '*')
    .replaceAll(/[.[\]]/g, String.raw`\$&`)
    .replaceAll('*', '[^/]+')
  const whole = new RegExp(`(^|/)${pattern}(/|$)`)
  return files.some((file) => whole.test(file))
}
