import { createHash } from 'node:crypto'

interface LockedPackage {
  name?: string
  version: string
  integrity?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface Lock {
  name: string
  version: string
  packages: Record<string, LockedPackage>
}

/**
 * Returns the packages of a lock file as CycloneDX 1.6: name, version, licence, hash and what needs what. The
 * same lock gives the same bytes: the serial number is a hash of it and there is no time.
 */
export function billOfMaterials(lock: Lock, { withDev }: { withDev: boolean }) {
  const entries = Object.entries(lock.packages).filter(([path, entry]) => path !== '' && (withDev || !entry.dev))
  const paths = new Set(entries.map(([path]) => path))
  const root = { type: 'application', 'bom-ref': lock.name, name: lock.name, version: lock.version }
  const byRef = new Map(entries.map(([path, entry]) => [refOf(path, entry), { path, entry }]))
  const refAt = (path: string) => refOf(path, lock.packages[path])
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([withDev, lock.packages]))}`,
    version: 1,
    metadata: { component: root },
    components: [...byRef].map(([ref, { path, entry }]) => toComponent(ref, path, entry)),
    dependencies: [
      { ref: lock.name, dependsOn: needsOf('', lock, paths).map(refAt) },
      ...[...byRef].map(([ref, { path }]) => ({ ref, dependsOn: needsOf(path, lock, paths).map(refAt) })),
    ],
  }
}

function toComponent(ref: string, path: string, entry: LockedPackage) {
  const name = nameOf(path, entry)
  const [group] = name.startsWith('@') ? name.split('/') : []
  return {
    type: 'library',
    'bom-ref': ref,
    ...(group && { group }),
    name: group ? name.slice(group.length + 1) : name,
    version: entry.version,
    scope: entry.optional || entry.devOptional ? 'optional' : 'required',
    ...(entry.license && { licenses: [{ expression: entry.license }] }),
    purl: ref,
    ...(entry.integrity && { hashes: entry.integrity.split(' ').map(toHash) }),
  }
}

/** From `sha512-<base64>`. */
function toHash(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split(/-(.*)/)
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }
}

/** A package URL. Two folders with the same package are one component. */
function refOf(path: string, entry: LockedPackage | undefined) {
  const name = nameOf(path, entry).replace('@', '%40')
  return `pkg:npm/${name}@${entry?.version ?? ''}`
}

function nameOf(path: string, entry: LockedPackage | undefined) {
  return entry?.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Returns the folders in which Node finds what a package needs: beside it, or above. */
function needsOf(path: string, { packages }: Lock, paths: ReadonlySet<string>) {
  const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {}
  const folders = Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => {
    const candidates = foldersAbove(path).map((folder) => `${folder}node_modules/${name}`)
    return candidates.find((candidate) => paths.has(candidate)) ?? []
  })
  return [...new Set(folders)]
}

/** `node_modules/a/node_modules/b`: its own folder, that of `a`, and the root. */
function foldersAbove(path: string): string[] {
  if (path === '') return ['']
  const above = path.slice(0, path.lastIndexOf('node_modules/')).replace(/\/$/, '')
  return [`${path}/`, ...foldersAbove(above)]
}

function uuidOf(text: string) {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
