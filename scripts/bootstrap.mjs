// Prepares a clone: installs the packages and builds the web app, each only when its inputs have changed.
// Plain JavaScript without packages, because it runs on the machine's own Node (≥ 20). Options: --packages
// stops after the packages; --data creates the database and the first demo members during the build.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inputHash } from './input-hash.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const pinnedNode = join(modules, '.bin', 'node')

/** The version of Node that runs the server: from here on Node runs TypeScript. */
const RUNTIME_MAJOR = 24
/** Seconds that a build takes on two cores beside the demo data, for its progress. */
const BUILD_SECONDS = 30

/** Inputs of the built web app and mails. */
const buildInputs = [
  'web',
  'emails',
  'locales',
  'contract',
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
  'vite.emails.config.ts',
]

/** What runs now. */
const children = new Set()
let isStopping = false
stopOnSignals()
requireNode(20)
await step({
  stamp: join(modules, '.rendezvous-packages'),
  inputs: ['package.json', 'package-lock.json'],
  isDone: isInstalled,
  title: 'Installing packages',
  share: shareInstalled,
  run: installPackages,
})
if (!process.argv.includes('--packages')) {
  // The start itself reports how it waits for an external database.
  const createsData = process.argv.includes('--data') && !process.env.DATABASE_URL
  await step({
    stamp: join(root, 'build', '.inputs'),
    inputs: buildInputs,
    isDone: () => false,
    title: 'Building the web app',
    share: (seconds) => seconds / BUILD_SECONDS,
    run: () => Promise.all([npm(['run', '--silent', 'build']), ...(createsData ? [prepareData()] : [])]),
  })
}

/** Runs a step, unless its stamp shows that it has run with the same inputs. */
async function step({ stamp, inputs, isDone, title, share, run }) {
  const hash = inputHash(root, inputs)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (!isDone()) {
    const stopProgress = showProgress(title, share)
    await run()
    stopProgress()
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

async function installPackages() {
  await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  if (existsSync(pinnedNode)) return
  // Not every system has a package with Node, but its own Node may do.
  if (Number.parseInt(process.versions.node, 10) < RUNTIME_MAJOR)
    fail(`There is no package with Node ${RUNTIME_MAJOR} for this system. Install that version, and start again.`)
  symlinkSync(process.execPath, pinnedNode)
}

/** Returns whether the installed versions are those of the lock file, for example after `npm ci` by hand. */
function isInstalled() {
  const installed = packagesOf(join(modules, '.package-lock.json'))
  return (
    existsSync(pinnedNode) &&
    Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
      ([path, { version, optional }]) =>
        path === '' || (installed[path] ? installed[path].version === version : optional),
    )
  )
}

function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {}
}

/** Returns how much of the packages is installed, from 0 to 1: npm creates their folders one by one. */
function shareInstalled() {
  const packages = Object.entries(packagesOf(join(root, 'package-lock.json')))
  // Optional ones are for one system each.
  const paths = packages.filter(([, { optional }]) => !optional).map(([path]) => path)
  return paths.filter((path) => existsSync(join(root, path, 'package.json'))).length / paths.length
}

/** Creates the database and what the first pages of a demo show; `npm start` then continues where it ends. */
async function prepareData() {
  const environment = { NODE_COMPILE_CACHE: join('node_modules', '.cache', 'node') }
  await runProgram(pinnedNode, ['server/main.ts', '--prepare'], { environment, stopSignal: 'SIGTERM' })
}

/**
 * Runs the npm that started this program, else the machine's, with the machine's Node: the pinned one is
 * about to be replaced. npm's scripts use the pinned one once it is installed.
 */
async function npm(args) {
  const path = process.env.PATH.split(delimiter).filter((folder) => !folder.startsWith(modules))
  const npmPath = process.env.npm_execpath
  const [program, ...first] = npmPath?.endsWith('npm-cli.js') ? ['node', npmPath] : ['npm']
  await runProgram(program, [...first, ...args], { environment: { PATH: path.join(delimiter) }, stopSignal: 'SIGKILL' })
}

/** Runs a program. Its output is shown when it fails, which ends this program. */
async function runProgram(program, args, { environment, stopSignal }) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that all of it can be stopped at once: see `stopEarly`.
    detached: true,
    env: { ...process.env, ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (status, signal) => resolve(signal ?? status))
  })
  const running = { pid: child.pid, stopSignal, ended }
  children.add(running)
  const code = await ended
  children.delete(running)
  if (isStopping || code !== 0) {
    if (!isStopping) console.error(`\n${output}${[program, ...args].join(' ')} failed (${code}).`)
    await stopEarly()
  }
}

/**
 * Shows how long a step will take: as a bar on a terminal, elsewhere as a line every ten seconds. `share`
 * returns the finished part, from the seconds since its beginning. Returns a function that ends the bar.
 */
function showProgress(title, share) {
  const { isTTY } = process.stdout
  const startedAt = performance.now()
  const secondsSince = () => (performance.now() - startedAt) / 1000
  const show = () => {
    const seconds = secondsSince()
    const done = Math.min(0.99, share(seconds))
    const left = done > 0.05 ? `about ${Math.ceil((seconds / done) * (1 - done))} s left` : '…'
    if (!isTTY) return console.log(`${title}, ${left}`)
    const bar = '█'.repeat(Math.round(done * 30)).padEnd(30, '░')
    process.stdout.write(`\r\x1b[K${title} ${bar} ${left}`)
  }
  show()
  const timer = setInterval(show, isTTY ? 500 : 10_000)
  return () => {
    clearInterval(timer)
    if (isTTY) process.stdout.write('\r\x1b[K')
    console.log(`${title}: done in ${Math.round(secondsSince())} s`)
  }
}

function requireNode(major) {
  if (Number.parseInt(process.versions.node, 10) < major)
    fail(`Node ${major} or later is needed; this is ${process.version}.`)
}

/** Stops on signals, and when the parent is gone: Debian's sh does not pass signals on. */
function stopOnSignals() {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || stopEarly(), 250).unref()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, stopEarly)
}

/** Stops what runs. The next start repeats the step, which gets its stamp only at its end. */
async function stopEarly() {
  isStopping = true
  for (const { pid, stopSignal } of children) if (pid) process.kill(-pid, stopSignal)
  await Promise.allSettled([...children].map(({ ended }) => ended))
  process.exit(1)
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
