import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

/*
 * During a deploy a job is written by one version and read by the version before or after it. `payloads.json`
 * has what the payloads of the version before contain. See 'Job' in docs/recipes.md.
 */

const file = join(import.meta.dirname, 'payloads.json')

const Shape = z.object({
  fields: z.record(z.string(), z.unknown()),
  /** Fields that a version cannot do without. */
  reads: z.array(z.string()),
  /** Fields that it always writes. */
  writes: z.array(z.string()),
})
type Shape = z.output<typeof Shape>

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

/** What `z.toJSONSchema` returns of an object. */
const ObjectSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
})

function shapeOf(payload: z.ZodType) {
  const [input, output] = (['input', 'output'] as const).map((io) =>
    ObjectSchema.parse(z.toJSONSchema(payload, { io })),
  )
  if (!input || !output) throw new Error('two schemas')
  const { properties: fields, required: reads, additionalProperties } = input
  return { shape: { fields, reads, writes: output.required }, isStrict: additionalProperties === false }
}

/** The payloads that contain something, by the names of their jobs. */
function payloads() {
  const shapes = site.context.jobs.handled.map(({ name, payload }) => [name, shapeOf(payload)] as const)
  return shapes.filter(([, { shape }]) => Object.keys(shape.fields).length > 0).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Returns what one of two versions beside each other could not read of the other. */
function conflicts(name: string, before: Shape, now: Shape) {
  const missing = (reads: string[], writes: string[]) => reads.filter((field) => !writes.includes(field))
  const changed = Object.entries(before.fields).filter(
    ([field, schema]) => field in now.fields && JSON.stringify(now.fields[field]) !== JSON.stringify(schema),
  )
  return [
    ...missing(before.reads, now.writes).map((field) => `${name}: the version before needs ${field}`),
    ...missing(now.reads, before.writes).map((field) => `${name}: the version before does not write ${field}`),
    ...changed.map(([field]) => `${name}: ${field} has another form`),
  ]
}

test('the version before can read the payloads of jobs, and its own can be read', async () => {
  const before = z.record(z.string(), Shape).parse(JSON.parse(await readFile(file, 'utf8')))
  const now = payloads()
  expect(
    now.flatMap(([name, { shape }]) => (before[name] ? conflicts(name, before[name], shape) : [])),
    'see "Job" in docs/recipes.md',
  ).toEqual([])
  expect(now.flatMap(([name, { isStrict }]) => (isStrict ? [name] : []))).toEqual([])
  const shapes = Object.fromEntries(now.map(([name, { shape }]) => [name, shape]))
  await expect(`${JSON.stringify(shapes, null, 2)}\n`).toMatchFileSnapshot(file)
})

test('a field that is removed, required or changed at once is reported', () => {
  const before = { fields: { id: 1, old: 1, kind: 1 }, reads: ['id', 'old'], writes: ['id', 'old'] }
  const now = { fields: { id: 1, late: 1, kind: 2 }, reads: ['id', 'late'], writes: ['id', 'late'] }
  expect(conflicts('a.job', before, now)).toEqual([
    'a.job: the version before needs old',
    'a.job: the version before does not write late',
    'a.job: kind has another form',
  ])
  const added = { fields: { ...before.fields, late: 1 }, reads: before.reads, writes: [...before.writes, 'late'] }
  expect(conflicts('a.job', before, added)).toEqual([])
})
