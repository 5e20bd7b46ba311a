import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGE_PLACEHOLDER, textsPlaceholder, writeLanguageFiles } from './language-files.ts'

const texts = textsPlaceholder({ slice: 'likes', part: 'heart' })
const files = {
  'likes-1.js': `import"./shell-1.js";add('likes',JSON.parse("${texts}"));f=\`${LANGUAGE_PLACEHOLDER}\``,
  'shell-1.js': 'export const a = 1',
  'photo-1.js': 'm.f=["assets/photo-popup-1.js","assets/photo-popup-1.css"]',
  'manifest-1.js': 'window.__reactRouterManifest={"entry":{"module":"/assets/shell-1.js","css":["/assets/root.css"]}}',
}
let directory: string
const read = (name: string) => readFile(join(directory, 'assets', name), 'utf8')

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'language-files-'))
  await mkdir(join(directory, 'assets'))
  for (const [name, code] of Object.entries(files)) await writeFile(join(directory, 'assets', name), code)
  await writeLanguageFiles(directory)
})
afterAll(() => rm(directory, { recursive: true }))

test('a file with texts is written in each language, with the same name', async () => {
  const english = await read('likes-1.js')
  const polish = await read('pl/likes-1.js')
  expect(english).toMatch(/^import".\/shell-1.js";add\('likes',JSON\.parse\(`\{"heart":\{/)
  expect(english).toContain('f=`en`')
  expect(polish).toContain('f=`pl`')
  expect(polish).toContain('Polub')
  expect(english + polish).not.toContain('@@')
})

test('a file without texts is not written again', async () => {
  await expect(read('pl/shell-1.js')).rejects.toThrow('ENOENT')
})

test('the table of routes and preloaded scripts name the directory of the language', async () => {
  expect(await read('pl/manifest-1.js')).toContain('"module":"/assets/pl/shell-1.js","css":["/assets/root.css"]')
  expect(await read('manifest-1.js')).toBe(files['manifest-1.js'])
  expect(await read('pl/photo-1.js')).toContain('["assets/pl/photo-popup-1.js","assets/photo-popup-1.css"]')
})
