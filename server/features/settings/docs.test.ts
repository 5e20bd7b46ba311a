import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Settings } from '#contract/settings.ts'

test('docs/settings.md explains every setting', () => {
  const text = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8')
  expect(Object.keys(Settings.shape).filter((field) => !text.includes(`\`${field}\``))).toEqual([])
})
