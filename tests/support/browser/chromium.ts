import { chromium as playwright, type LaunchOptions } from '@playwright/test'
import { execFile } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { promisify } from 'node:util'
import { npmChromium, type Chromium } from './npm-chromium.ts'

const run = promisify(execFile)

/** A place that may have a browser. Null when it has none. */
export type Source = () => Chromium | null | Promise<Chromium | null>

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const noBrowser =
  'The browser tests need a Chromium and none was found or could be installed: install chromium or set CHROMIUM to its path.'

/** Returns the options with which Playwright starts the browser of `findChromium`. */
export async function chromiumOptions(): Promise<LaunchOptions> {
  const { executablePath, env = {} } = await findChromium()
  return {
    executablePath,
    env: { ...definedIn(process.env), ...env },
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // Chromium's sandbox does not start as root, which is the usual user in a container.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  }
}

/** Files on a disk, Playwright's default, cost processor time; containers may have 64 MB of shared memory. */
function hasSharedMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= 2 ** 30
  } catch {
    return false
  }
}

/**
 * Returns the first browser that starts: of `CHROMIUM`, the system's, Playwright's own, the npm package's, or
 * on Debian as root the distribution's, which is installed.
 * @throws Error with one sentence for the developer when there is none.
 */
export async function findChromium(
  sources: Source[] = [...systemPaths.map(fileAt), fileAt(playwright.executablePath()), npmChromium, debianChromium],
  named = process.env['CHROMIUM'],
): Promise<Chromium> {
  if (named) {
    const candidate = { executablePath: named }
    if (await starts(candidate)) return candidate
    throw new Error(`CHROMIUM is set to ${named}, which is not a browser that starts.`)
  }
  for (const source of sources) {
    const candidate = await source()
    if (candidate && (await starts(candidate))) return candidate
  }
  throw new Error(noBrowser)
}

function fileAt(executablePath: string): Source {
  return () => (existsSync(executablePath) ? { executablePath } : null)
}

/** Installs Debian's package. */
async function debianChromium(): Promise<Chromium | null> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return null
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await run('apt-get', ['update', '-qq'], { env })
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env })
  } catch {
    return null
  }
  return { executablePath: '/usr/bin/chromium' }
}

/** Returns whether a program is a browser: not a stub of another package, and with its shared libraries. */
async function starts({ executablePath, env }: Chromium) {
  try {
    const { stdout } = await run(executablePath, ['--version'], { env: { ...process.env, ...env }, timeout: 20_000 })
    return /\d+\.\d+/.test(stdout)
  } catch {
    return false
  }
}

function definedIn(variables: NodeJS.ProcessEnv) {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
