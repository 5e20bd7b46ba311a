import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/** One breach for each rule: the file that commits it and what it says. Type-only imports count like any other. */
const breaches: Record<string, { file: string; text: string }> = {
  'contract-imports-only-zod': { file: 'contract/breach.ts', text: `import type { FastifyRequest } from 'fastify'` },
  'platform-knows-no-slices': {
    file: 'server/platform/breach.ts',
    text: `import type { Like } from '#contract/likes.ts'`,
  },
  'slice-doors': {
    file: 'server/features/chat/breach-doors.ts',
    text: `import { likesOf } from '#server/features/likes/queries.ts'`,
  },
  'slice-is-in-the-order': { file: 'server/features/astrology/service.ts', text: `import '#contract/likes.ts'` },
  'rules-are-pure': {
    file: 'server/features/likes/rules.ts',
    text: `import { clock } from '#server/platform/clock.ts'`,
  },
  'only-app-wires-slices': {
    file: 'server/main.ts',
    text: `import { likesRoutes } from '#server/features/likes/routes.ts'`,
  },
  'ui-knows-no-domain': { file: 'web/ui/breach.tsx', text: `import { Link } from 'react-router'` },
  'web-features-below-shell': {
    file: 'web/features/likes/breach.tsx',
    text: `import { TopBar } from '#web/shell/navigation/top-bar.tsx'`,
  },
  'web-shell-below-routes': { file: 'web/shell/breach.tsx', text: `import Members from '#web/routes/members.tsx'` },
  'web-tools-know-no-screens': {
    file: 'web/api/breach.ts',
    text: `import { TopBar } from '#web/shell/navigation/top-bar.tsx'`,
  },
  'web-never-imports-server': {
    file: 'web/routes/breach.tsx',
    text: `import { likeProfile } from '#server/features/likes/service.ts'`,
  },
  'web-without-node': { file: 'web/routes/breach-node.tsx', text: `import { readFile } from 'node:fs/promises'` },
  'server-never-imports-web': {
    file: 'server/breach-web.ts',
    text: `export const page = () => import('#web/routes/members.tsx')`,
  },
  'emails-know-no-screens': {
    file: 'emails/breach.tsx',
    text: `import { TopBar } from '#web/shell/navigation/top-bar.tsx'`,
  },
  'drivers-only-in-platform': { file: 'server/features/likes/breach-driver.ts', text: `import pg from 'pg'` },
  'demo-below-slices': {
    file: 'server/features/likes/breach-demo.ts',
    text: `import { seedDemo } from '#server/demo/seed.ts'`,
  },
  'server-never-imports-scripts': { file: 'server/breach-scripts.ts', text: `import '../scripts/tool.ts'` },
  'code-never-imports-tests': {
    file: 'server/features/likes/breach-tests.ts',
    text: `import { buildMember } from '#tests/support/builders.ts'`,
  },
  'no-cycles': { file: 'web/features/chat/one.ts', text: `import type { Two } from './two.ts'` },
  'no-unknown-imports': { file: 'web/features/chat/lost.ts', text: `import { lost } from './nowhere.ts'` },
  'no-undeclared-packages': { file: 'server/platform/undeclared.ts', text: `import undeclared from 'undeclared'` },
  'no-development-packages-at-run-time': { file: 'server/platform/dev.ts', text: `import { test } from 'vitest'` },
}

/** What the breaches reach for, and files that do nothing wrong and must not be named. */
const innocent: Record<string, string> = {
  'contract/likes.ts': `import { z } from 'zod'`,
  'server/app.ts': `import { likesRoutes } from '#server/features/likes/routes.ts'`,
  'server/demo/seed.ts': `import { likeProfile } from '#server/features/likes/service.ts'`,
  'scripts/tool.ts': ``,
  'server/platform/clock.ts': `import pg from 'pg'`,
  'server/features/likes/views.ts': `import type { Like } from '#contract/likes.ts'`,
  'server/features/likes/queries.ts': ``,
  'server/features/likes/routes.ts': `import { likesOf } from './queries.ts'`,
  'server/features/likes/service.ts': `import { blockedBy } from '#server/features/moderation/service.ts'`,
  'server/features/likes/likes.int.test.ts': `import { buildMember } from '#tests/support/builders.ts'`,
  'server/features/moderation/service.ts': `import { z } from 'zod'`,
  'tests/support/builders.ts': `import { likeProfile } from '#server/features/likes/service.ts'`,
  'web/shell/navigation/top-bar.tsx': `import { Heart } from '#web/features/likes/heart.tsx'`,
  'web/features/likes/heart.tsx': `import type { Like } from '#contract/likes.ts'\nexport const Heart = () => <b>import</b>`,
  'web/features/chat/two.ts': `import type { One } from './one.ts'`,
  'web/ui/dialog.tsx': `export const load = () => import('./dialog-popup.tsx')`,
  'web/ui/dialog-popup.tsx': `import type { Dialog } from './dialog.tsx'`,
  'web/routes/members.tsx': `import { TopBar } from '#web/shell/navigation/top-bar.tsx'`,
  'web/entry.server.tsx': `import { PassThrough } from 'node:stream'`,
}

/** Two breaches a slice: it imports the slice below it, wherever there is one. */
const slices: string[] = []

const Report = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
})

let folder: string
let ruleNames: string[]
let found: { file: string; rule: string }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boundaries-'))
  const rules = z
    .object({ forbidden: z.array(z.object({ name: z.string() })) })
    .parse(createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')))
  ruleNames = rules.forbidden.map((rule) => rule.name)
  slices.push(...ruleNames.flatMap((name) => name.split('slice-order-')[1] ?? []), 'notifications')

  await Promise.all(['.dependency-cruiser.cjs', 'package.json'].map((file) => cp(join(root, file), join(folder, file))))
  for (const name of ['zod', 'fastify', 'pg', 'react-router', 'vitest', 'undeclared']) {
    await plant(`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', exports: './index.js' }))
    await plant(`node_modules/${name}/index.js`, '')
  }
  for (const [file, text] of Object.entries(innocent)) await plant(file, text)
  for (const { file, text } of Object.values(breaches)) await plant(file, text)
  for (const [index, slice] of slices.entries()) {
    await plant(`server/features/${slice}/service.ts`, innocent[`server/features/${slice}/service.ts`] ?? '')
    const below = slices[index + 1]
    if (below) await plant(orderBreach(slice), `import type { News } from '#server/features/${below}/service.ts'`)
  }
  found = await violations()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the walls', () => {
  test('every rule has a breach that was seen to fail', () => {
    const planted = [...Object.keys(breaches), ...slices.slice(0, -1).map((slice) => `slice-order-${slice}`)]
    expect(planted.toSorted()).toEqual(ruleNames.toSorted())
  })

  test.each(Object.entries(breaches))('%s', (rule, { file }) => {
    expect(found).toContainEqual({ file, rule })
  })

  test('a slice that imports the one below it is named', () => {
    const expected = slices.slice(0, -1).map((slice) => ({ file: orderBreach(slice), rule: `slice-order-${slice}` }))
    expect(found).toEqual(expect.arrayContaining(expected))
  })

  test('nobody else is named', () => {
    const guilty = new Set([
      ...Object.values(breaches).map(({ file }) => file),
      ...slices.map(orderBreach),
      'web/features/chat/two.ts',
    ])
    expect(found.filter(({ file }) => !guilty.has(file))).toEqual([])
  })
})

function orderBreach(slice: string) {
  return `server/features/${slice}/breach-order.ts`
}

async function plant(file: string, text: string) {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${text}\n`)
}

async function violations() {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const rooms = ['contract', 'server', 'web', 'emails', 'scripts', 'tests']
  const { stdout } = await run(process.execPath, [program, '--output-type', 'json', ...rooms], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  })
  const { summary } = Report.parse(JSON.parse(stdout))
  return summary.violations.map(({ from, rule }) => ({ file: from, rule: rule.name }))
}
