import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { billOfMaterials, type Lock } from './bill-of-materials.ts'

const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`

test('a bill has name, version, licence, hash and needs of each package', () => {
  const lock: Lock = {
    name: 'site',
    version: '1.0.0',
    packages: {
      '': { version: '1.0.0', dependencies: { '@a/one': '1.0.0', two: '2.0.0' } },
      'node_modules/@a/one': { version: '1.0.0', integrity, license: 'MIT', dependencies: { two: '1.0.0' } },
      'node_modules/@a/one/node_modules/two': { version: '1.0.0', integrity, dependencies: { '@a/one': '1.0.0' } },
      'node_modules/two': { version: '2.0.0', integrity, license: '(MIT OR ISC)' },
      'node_modules/tool': { version: '3.0.0', integrity, dev: true },
    },
  }
  const { components, dependencies } = billOfMaterials(lock, { withDev: false })
  expect(components[0]).toEqual({
    type: 'library',
    'bom-ref': 'pkg:npm/%40a/one@1.0.0',
    group: '@a',
    name: 'one',
    version: '1.0.0',
    scope: 'required',
    licenses: [{ expression: 'MIT' }],
    purl: 'pkg:npm/%40a/one@1.0.0',
    hashes: [{ alg: 'SHA-512', content: '07'.repeat(64) }],
  })
  expect(dependencies).toEqual([
    { ref: 'site', dependsOn: ['pkg:npm/%40a/one@1.0.0', 'pkg:npm/two@2.0.0'] },
    { ref: 'pkg:npm/%40a/one@1.0.0', dependsOn: ['pkg:npm/two@1.0.0'] },
    { ref: 'pkg:npm/two@1.0.0', dependsOn: ['pkg:npm/%40a/one@1.0.0'] },
    { ref: 'pkg:npm/two@2.0.0', dependsOn: [] },
  ])
  expect(billOfMaterials(lock, { withDev: true }).components).toHaveLength(4)
})

const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))

test.each([true, false])('that of this program names only what it has; with development: %s', (withDev) => {
  const { components, dependencies } = billOfMaterials(lock, { withDev })
  const refs = new Set(['rendezvous', ...components.map((component) => component['bom-ref'])])
  expect(refs.size).toBe(components.length + 1)
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn.filter((ref) => !refs.has(ref)))).toEqual([])
})

test('every package that a site runs on has a hash and a licence', () => {
  const { components } = billOfMaterials(lock, { withDev: false })
  expect(components.length).toBeGreaterThan(300)
  expect(components.filter(({ hashes }) => !hashes?.every(({ content }) => content.length === 128))).toEqual([])
  // Its readme says MIT, its package.json nothing.
  expect(components.filter(({ licenses }) => !licenses).map(({ name }) => name)).toEqual(['png-js'])
})
