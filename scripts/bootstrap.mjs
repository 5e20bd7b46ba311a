// Prepares a clone: installs the packages and builds the web app, each only when its inputs have changed. Plain
// JavaScript without packages, because it runs on the machine's own Node (≥ 20).
// Options: --packages stops after the packages.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inputHash } from './input-hash.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const pinnedNode = join(modules, '.bin', 'node')

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

let child
stopOnSignals()
requireNode(20)
await step({
  stamp: join(modules, '.rendezvous-packages'),
  inputs: ['package.json', 'package-lock.json'],
  isDone: isInstalled,
  title: 'Installing packages (about a minute) …',
  run: installPackages,
})
if (!process.argv.includes('--packages')) {
  await step({
    stamp: join(root, 'build', '.inputs'),
    inputs: buildInputs,
    isDone: () => false,
    title: 'Building the web app …',
    run: () => npm(['run', '--silent', 'build'], { isQuiet: true }),
  })
}

/** Runs a step, unless its stamp shows that it has run with the same inputs. */
async function step({ stamp, inputs, isDone, title, run }) {
  const hash = inputHash(root, inputs)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (!isDone()) {
    console.log(title)
    await run()
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

async function installPackages() {
  await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  if (!existsSync(pinnedNode))
    fail('The package node was not set up: its install script must run. Is ignore-scripts set for npm?')
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

/**
 * Runs the npm that started this program, else the machine's, with the machine's Node: the pinned one is about to be
 * replaced. The scripts that npm runs use the pinned one, once it is installed. Quiet output is shown on failure only.
 */
async function npm(args, { isQuiet = false } = {}) {
  const path = process.env.PATH.split(delimiter).filter((folder) => !folder.startsWith(modules))
  const known = process.env.npm_execpath
  const [program, ...first] = known?.endsWith('npm-cli.js') ? ['node', known] : ['npm']
  let output = ''
  const code = await new Promise((resolve, reject) => {
    child = spawn(program, [...first, ...args], {
      cwd: root,
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      // A process group of its own, so that all of it can be stopped at once: see `stopEarly`.
      detached: true,
      env: { ...process.env, PATH: path.join(delimiter) },
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    child.once('error', reject).once('close', (status, signal) => resolve(signal ?? status))
  })
  child = undefined
  if (code !== 0) fail(`${output}npm ${args.join(' ')} failed (${code}).`)
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

/** Stops at once. The next run repeats the step, which gets its stamp only at its end. */
function stopEarly() {
  if (child?.pid) process.kill(-child.pid, 'SIGKILL')
  process.exit(1)
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
