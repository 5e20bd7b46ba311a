import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember } from '#tests/support/builders.ts'
import { markDemoData, rejectDemoDatabase, rejectDemoFolder } from './demo-data.ts'

let site: TestApp

beforeEach(async () => {
  site = await startTestApp()
})
afterEach(() => site.close())

const production = () => ({ db: site.context.db, config: { mode: 'production' as const } })

test('production starts on data without demo members', async () => {
  await buildMember(site.context)
  expect(() => rejectDemoFolder({ ...site.context.config, mode: 'production' })).not.toThrow()
  await expect(rejectDemoDatabase(production())).resolves.toBeUndefined()
})

test('production does not start on a database or in a directory that was marked for demo members', async () => {
  await markDemoData(site.context)
  const config = { ...site.context.config, mode: 'production' as const }
  expect(() => rejectDemoFolder(config)).toThrow(`DATA_DIR ${config.dataDir} has the data of a demo.`)
  await expect(rejectDemoDatabase(production())).rejects.toThrow('The database has demo members.')
})

test('a demo starts on its own data, again and after people signed up', async () => {
  await markDemoData(site.context)
  await buildMember(site.context)
  await expect(markDemoData(site.context)).resolves.toBeUndefined()
  expect(() => rejectDemoFolder(site.context.config)).not.toThrow()
  await expect(rejectDemoDatabase(site.context)).resolves.toBeUndefined()
})

test('demo members are not added to a database of real members', async () => {
  await buildMember(site.context)
  await expect(markDemoData(site.context)).rejects.toThrow('The database already has members')
  expect(existsSync(join(site.context.config.dataDir, 'demo'))).toBe(false)
})
