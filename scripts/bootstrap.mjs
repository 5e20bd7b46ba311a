// Makes a clone ready to run: installs the packages and builds what the browser gets, each only when its inputs have
// changed. Plain JavaScript without packages, because it runs on whatever Node (≥ 20) the machine has.
// Options: --packages stops after the packages.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inputHash } from './input-hash.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const pinnedNode = join(modules, '.bin', 'node')

/** What the browser's code and the mails are made of. */
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
stopWhenTold()
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

/** Does its work unless the stamp says that it was done with the same inputs. */
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

/** Somebody may have run npm by hand: then the versions in place are those of the lock file. */
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
 * Runs the npm that started us, else the one on the machine, with the machine's Node: the pinned one is about to be
 * replaced. The scripts that npm runs do get the pinned one, as soon as it is there. Quiet output shows on failure only.
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

/** Debian's sh does not pass signals on: when it is told to stop, all that we notice is that our parent is gone. */
function stopWhenTold() {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || stopEarly(), 250).unref()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, stopEarly)
}

/** Nothing is half done that the next run would trust: packages and build count only once they are stamped. */
function stopEarly() {
  if (child?.pid) process.kill(-child.pid, 'SIGKILL')
  process.exit(1)
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
