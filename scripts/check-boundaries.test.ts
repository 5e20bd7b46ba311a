import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/** One violation of each rule: its file and text. Type-only imports count like any other. */
const violations: Record<string, { file: string; text: string }> = {
  'contract-imports-only-zod': { file: 'contract/wrong.ts', text: `import type { FastifyRequest } from 'fastify'` },
  'calls-without-schemas': { file: 'contract/likes/calls.ts', text: `import * as schemas from './schemas.ts'` },
  'platform-knows-no-slices': {
    file: 'server/platform/wrong.ts',
    text: `import type { Like } from '#server/features/likes/views.ts'`,
  },
  'platform-without-domain-types': {
    file: 'server/platform/wrong-domain.ts',
    text: `import type { Like } from '#contract/likes/schemas.ts'`,
  },
  'slice-public-modules': {
    file: 'server/features/chat/wrong-private.ts',
    text: `import { likesOf } from '#server/features/likes/queries.ts'`,
  },
  'slice-exports-nothing-private': {
    file: 'server/features/likes/events.ts',
    text: `export { likesOf } from './queries.ts'`,
  },
  'slice-is-in-the-order': {
    file: 'server/features/astrology/service.ts',
    text: `import '#contract/likes/schemas.ts'`,
  },
  'rules-are-pure': {
    file: 'server/features/likes/rules.ts',
    text: `import { clock } from '#server/platform/clock.ts'`,
  },
  'only-app-wires-slices': {
    file: 'server/main.ts',
    text: `import { likesRoutes } from '#server/features/likes/routes.ts'`,
  },
  'ui-knows-no-domain': { file: 'web/ui/wrong.tsx', text: `import { Link } from 'react-router'` },
  'web-features-below-shell': {
    file: 'web/features/likes/wrong.tsx',
    text: `import { TopBar } from '#web/shell/navigation/top-bar.tsx'`,
  },
  'web-shell-below-routes': { file: 'web/shell/wrong.tsx', text: `import Members from '#web/routes/members.tsx'` },
  'web-tools-know-no-screens': {
    file: 'web/api/wrong.ts',
    text: `import { TopBar } from '#web/shell/navigation/top-bar.tsx'`,
  },
  'web-never-imports-server': {
    file: 'web/routes/wrong.tsx',
    text: `import { likeProfile } from '#server/features/likes/service.ts'`,
  },
  'web-without-node': { file: 'web/routes/wrong-node.tsx', text: `import { readFile } from 'node:fs/promises'` },
  'server-never-imports-web': {
    file: 'server/wrong-web.ts',
    text: `export const page = () => import('#web/routes/members.tsx')`,
  },
  'emails-know-no-screens': {
    file: 'emails/wrong.tsx',
    text: `import { TopBar } from '#web/shell/navigation/top-bar.tsx'`,
  },
  'drivers-only-in-platform': { file: 'server/features/likes/wrong-driver.ts', text: `import pg from 'pg'` },
  'demo-below-slices': {
    file: 'server/features/likes/wrong-demo.ts',
    text: `import { seedDemo } from '#server/demo/seed.ts'`,
  },
  'demo-uses-public-modules': {
    file: 'server/demo/wrong.ts',
    text: `import { likesOf } from '#server/features/likes/queries.ts'`,
  },
  'server-never-imports-scripts': { file: 'server/wrong-scripts.ts', text: `import '../scripts/tool.ts'` },
  'code-never-imports-tests': {
    file: 'server/features/likes/wrong-tests.ts',
    text: `import { buildMember } from '#tests/support/builders.ts'`,
  },
  'no-cycles': { file: 'web/features/chat/one.ts', text: `import type { Two } from './two.ts'` },
  'no-unknown-imports': { file: 'web/features/chat/lost.ts', text: `import { lost } from './nowhere.ts'` },
  'no-undeclared-packages': { file: 'server/platform/undeclared.ts', text: `import undeclared from 'undeclared'` },
  'no-development-packages-at-run-time': { file: 'server/platform/dev.ts', text: `import { test } from 'vitest'` },
}

/** The same by `export … from` in each of its forms, which the parser reports apart from imports. */
const exportForms = {
  'export { name } from': `export { likesOf } from '#server/features/likes/queries.ts'`,
  'export * from': `export * from '#server/features/likes/queries.ts'`,
  'export * as name from': `export * as likes from '#server/features/likes/queries.ts'`,
  'export type { Name } from': `export type { Like } from '#server/features/likes/queries.ts'`,
}

/** Targets of the violations, and files that violate nothing and must not be reported. */
const correct: Record<string, string> = {
  'contract/likes/schemas.ts': `import { z } from 'zod'`,
  'contract/games/calls.ts': `import type * as schemas from '#contract/likes/schemas.ts'`,
  'contract/time.ts': ``,
  'server/app.ts': `import { likesRoutes } from '#server/features/likes/routes.ts'`,
  'server/demo/seed.ts': `import { likeProfile } from '#server/features/likes/service.ts'`,
  'scripts/tool.ts': ``,
  'server/platform/clock.ts': `import pg from 'pg'\nimport '#contract/time.ts'`,
  'server/features/likes/views.ts': `export type { Like } from '#contract/likes/schemas.ts'`,
  'server/features/likes/queries.ts': ``,
  'server/features/likes/routes.ts': `import { likesOf } from './queries.ts'`,
  'server/features/likes/service.ts': `import { blockedBy } from '#server/features/moderation/service.ts'\nimport { likesOf } from './queries.ts'`,
  'server/features/likes/likes.int.test.ts': `import { buildMember } from '#tests/support/builders.ts'`,
  'server/features/moderation/service.ts': `import { z } from 'zod'`,
  'server/features/accounts/email/activation.ts': ``,
  'server/features/chat/activate.ts': `import { activate } from '#server/features/accounts/email/activation.ts'`,
  'tests/support/builders.ts': `import { likeProfile } from '#server/features/likes/queries.ts'`,
  'web/shell/navigation/top-bar.tsx': `import { Heart } from '#web/features/likes/heart.tsx'`,
  'web/features/likes/heart.tsx': `import type { Like } from '#contract/likes/schemas.ts'\nexport const Heart = () => <b>import</b>`,
  'web/features/chat/two.ts': `import type { One } from './one.ts'`,
  'web/ui/dialog.tsx': `export const load = () => import('./dialog-popup.tsx')`,
  'web/ui/dialog-popup.tsx': `export const Dialog = null`,
  'web/routes/members.tsx': `import { TopBar } from '#web/shell/navigation/top-bar.tsx'`,
  'web/entry.server.tsx': `import { PassThrough } from 'node:stream'`,
}

/** All slices in the order of the documentation. Each is planted on both sides and imports the next. */
const slices = slicesInOrder(readFileSync(join(root, 'docs/architecture.md'), 'utf8'))
const orderViolations = ['server', 'web'].flatMap((side) =>
  slices.slice(0, -1).map((slice, index) => ({
    rule: `${side}-order-${slice}`,
    file: `${side}/features/${slice}/wrong-order.ts`,
    text: `import type { Later } from '#${side}/features/${slices[index + 1]}/service.ts'`,
  })),
)

const Report = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
})
const Rules = z.object({ forbidden: z.array(z.object({ name: z.string() })) })

let folder: string
let ruleNames: string[]
let violationsFound: { file: string; rule: string }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boundaries-'))
  await Promise.all(['.dependency-cruiser.cjs', 'package.json'].map((file) => cp(join(root, file), join(folder, file))))
  for (const name of ['zod', 'fastify', 'pg', 'react-router', 'vitest', 'undeclared']) {
    await plant(`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', exports: './index.js' }))
    await plant(`node_modules/${name}/index.js`, '')
  }
  for (const side of ['server', 'web'])
    for (const slice of slices) await plant(`${side}/features/${slice}/service.ts`, '')
  for (const [file, text] of Object.entries(correct)) await plant(file, text)
  for (const { file, text } of [...Object.values(violations), ...orderViolations]) await plant(file, text)
  for (const [index, text] of Object.values(exportForms).entries()) await plant(exportFile(index), text)
  ruleNames = Rules.parse(createRequire(import.meta.url)(join(folder, '.dependency-cruiser.cjs'))).forbidden.map(
    ({ name }) => name,
  )
  violationsFound = await cruise()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the boundaries', () => {
  test('every rule has a planted violation', () => {
    const planted = [...Object.keys(violations), ...orderViolations.map(({ rule }) => rule)]
    expect(planted.toSorted()).toEqual(ruleNames.toSorted())
  })

  test.each(Object.entries(violations))('%s', (rule, { file }) => {
    expect(violationsFound).toContainEqual({ file, rule })
  })

  test('a slice that imports the next one is reported, on the server and on the web', () => {
    expect(violationsFound).toEqual(expect.arrayContaining(orderViolations.map(({ file, rule }) => ({ file, rule }))))
  })

  test.each(Object.keys(exportForms).map((form, index) => [form, index] as const))(
    '%s is an import',
    (_form, index) => {
      expect(violationsFound).toContainEqual({ file: exportFile(index), rule: 'slice-public-modules' })
    },
  )

  test('no other file is reported', () => {
    const guilty = new Set([
      ...[...Object.values(violations), ...orderViolations].map(({ file }) => file),
      ...Object.keys(exportForms).map((_form, index) => exportFile(index)),
      'web/features/chat/two.ts',
    ])
    expect(violationsFound.filter(({ file }) => !guilty.has(file))).toEqual([])
  })

  test('slices without a directory have no rule', () => {
    const rules = Rules.parse(createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'))).forbidden
    expect(rules.map(({ name }) => name)).not.toContain('web-order-credits')
  })
})

function slicesInOrder(text: string) {
  const [, names = ''] = /^## Slices, in order\n\n(.+?)\n\n/ms.exec(text) ?? []
  return names.split(/\s+·\s+/)
}

function exportFile(index: number) {
  return `server/features/chat/wrong-export-${index}.ts`
}

async function plant(file: string, text: string) {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${text}\n`)
}

async function cruise() {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const directories = ['contract', 'server', 'web', 'emails', 'scripts', 'tests']
  const { stdout } = await run(process.execPath, [program, '--output-type', 'json', ...directories], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  })
  const { summary } = Report.parse(JSON.parse(stdout))
  return summary.violations.map(({ from, rule }) => ({ file: from, rule: rule.name }))
}
