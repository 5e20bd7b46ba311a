// `npm test`: every check and every test. `npm test -- unit browser` runs only those steps; `npm test --
// --changed` the checks and tests of what differs from the last commit, `--changed=main` from another. Prints
// a step's first failure at once; at its end a line with its time, and how busy the machine was; and last the
// commands that repeat failures. The last line counts checks and tests.
import { spawn } from 'node:child_process'
import { availableParallelism, cpus } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../tests/support/browser/chromium.ts'
import { allTests, changedSince, testsOf } from './changed-tests.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** The tools of all steps load the same modules again and again. */
const compileCache = join(root, 'node_modules', '.cache', 'node')
/** Sees each test of a step as it ends. */
const reporter = './scripts/test-reporter.ts'
const FIRST_FAILURE_LINES = 30

const options = process.argv.slice(2)
const changedOption = options.find((option) => /^--changed(?:=|$)/.test(option))
const selection = options.filter((option) => option !== changedOption)
/** What `--changed` compares with. */
const base = changedOption && (changedOption.split('=')[1] ?? 'HEAD')
const changedTests = base ? testsOf(changedSince(base), allTests()) : []

const build = check('build', 'node scripts/bootstrap.mjs')
const size = { ...check('size', 'npm run size'), after: build }
const boot = { ...vitest('boot', changed('.boot.ts')), after: build }
const browser = playwright('browser', changed('.e2e.ts'))

/** These keep the processors busy. A group begins when the one before has ended. */
const busy = [
  [
    // Generates the types of the routes first; other checks read them.
    check('lint', 'npm run lint'),
    build,
    vitest('unit', base && [`--changed=${base}`, '--passWithNoTests']),
    check('boundaries', 'npm run boundaries'),
    check('knip', 'npm run knip'),
    check('db-types', 'npm run db:types -- --check'),
    check('locales', 'npm run locales:check'),
    check('terms', 'npm run terms'),
    check('format', 'npm run format:check'),
    check('docs', 'npm run docs:config -- --check'),
    // Offline it passes, and says that it could not look.
    check('audit', 'npm run audit -- --report'),
    size,
  ],
  [vitest('integration', changed('.int.test.ts'))],
]
/** These mostly wait for programs that start, recover and end: they run beside the others and each other. */
const waiting = [[vitest('faults', changed('.fault.ts')), boot]]

const steps = [busy, waiting, [[browser]]].flat(2)
/** The processes of running steps, each the first of its group, and when all that they started has ended. */
const running = new Map()
let isStopping = false
for (const [name, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) process.once(name, () => stop(name, code))

const unknown = selection.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are: ${steps.map((step) => step.name).join(', ')}.`)
  process.exit(1)
}

const planned = new Set(steps.filter(isPlanned))
if (planned.has(browser)) await requireBrowser()

const total = { passed: 0, failed: 0 }
const repeats = new Set()
await Promise.all([runGroups(busy), runGroups(waiting)])
// Needs the whole machine.
await runGroups([[browser]])
if (repeats.size > 0) console.log(['To repeat what has failed:', ...repeats].join('\n  '))
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

function isPlanned(step) {
  if (selection.length > 0) return selection.includes(step.name)
  if (!base) return true
  // A step without tests is left out, and the build when no step needs it.
  if ([build, size].includes(step)) return [boot, browser].some(({ args }) => args.length > 0)
  return step.args?.length !== 0
}

async function runGroups(groups) {
  for (const group of groups) await inParallel([...planned].filter((step) => group.includes(step)))
}

/** Runs as many steps at a time as there are processors. */
async function inParallel(group) {
  const lane = async () => {
    for (let step = group.shift(); step; step = group.shift()) await runAndPrint(step)
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), group.length) }, lane))
}

/** Ends the steps with all that they have started. */
async function stop(signal, code) {
  isStopping = true
  for (const { pid } of running.keys()) {
    try {
      process.kill(-pid, signal)
    } catch {
      // Has just ended.
    }
  }
  await Promise.all(running.values())
  process.exit(code)
}

async function runAndPrint(step) {
  if (planned.has(step.after)) await step.after.ended.promise
  if (isStopping) return
  const startedAt = performance.now()
  const before = processorTime()
  const { passed, failed, output } = await run(step)
  if (isStopping) return
  total.passed += passed
  total.failed += failed
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const result = `${failed > 0 ? 'FAILED' : 'ok'}  ${passed} passed, ${failed} failed, ${seconds} s`
  console.log(`${step.name.padEnd(13)}${result}, processors ${busyPercent(before, processorTime())} % busy`)
  if (failed > 0) console.log(`\n${output.trimEnd()}\n`)
  const notice = /^(?:Not audited|Audited): .*$/m.exec(output)
  if (notice) console.log(`${''.padEnd(13)}${notice[0]}`)
  step.ended.resolve()
}

/**
 * Time of all processors since the machine started, in ms. That of the processes of a step would leave out
 * most of a browser's: no process waits for them.
 */
function processorTime() {
  const times = cpus().map((processor) => processor.times)
  const idle = times.reduce((sum, each) => sum + each.idle, 0)
  return { idle, total: times.flatMap((each) => Object.values(each)).reduce((sum, each) => sum + each, 0) }
}

/** How busy the machine was between two times, by this run or another program. */
function busyPercent(before, after) {
  const passedTime = after.total - before.total
  return passedTime > 0 ? Math.round(100 * (1 - (after.idle - before.idle) / passedTime)) : 0
}

/** Runs a step. Without tests its exit code is the result; a failure without a failed test counts as one. */
async function run(step) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const child = spawn([step.command, ...(step.args ?? [])].join(' '), {
    cwd: root,
    shell: true,
    // In a group of its own, which can be ended as a whole: the shell passes no signal on.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path, NO_COLOR: '1', NODE_COMPILE_CACHE: compileCache },
  })
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(1)).once('close', resolve)
  })
  running.set(child, ended)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  let [passed, failed] = [0, 0]
  createInterface({ input: child.stdio[3] }).on('line', (line) => {
    const { failure, skipped } = JSON.parse(line)
    if (skipped) return printSkipped(step, skipped)
    if (!failure) return void (passed += 1)
    failed += 1
    repeats.add(failure.command ?? step.repeat)
    if (failed === 1) printFailure(step, failure)
  })
  const code = await ended
  running.delete(child)
  if (code === 0 && !step.hasTests) passed = 1
  const isEmpty = passed + failed === 0 && !base
  if (failed === 0 && (code !== 0 || isEmpty)) {
    failed = 1
    repeats.add(step.repeat)
  }
  return { passed, failed, output }
}

/** A machine that lacks something must not look as if everything had run. */
function printSkipped({ name }, reason) {
  console.log(`${name.padEnd(13)}skipped: ${reason}`)
}

function printFailure({ name }, { place, text }) {
  const lines = text.split('\n')
  const firstLines = lines.slice(0, FIRST_FAILURE_LINES)
  if (lines.length > firstLines.length) firstLines.push('…')
  console.log(`${name.padEnd(13)}FAILED: ${place}\n${firstLines.map((line) => `  ${line}`).join('\n')}`)
}

/** A missing browser is reported now, and not after ten minutes of other steps. */
async function requireBrowser() {
  try {
    await findChromium()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}

/** A program whose exit code is the result. It counts as one test. */
function check(name, command) {
  return { name, command, repeat: command, ended: Promise.withResolvers() }
}

/** `args` is undefined for all tests, and empty when there is none to run. */
function vitest(name, args) {
  const repeat = `npx vitest run --project ${name}`
  const command = `vitest run --project ${name} --reporter=default --reporter=${reporter}`
  return { ...check(name, command), repeat, args, hasTests: true }
}

function playwright(name, args) {
  const command = `playwright test --reporter=line,${reporter}`
  return { ...check(name, command), repeat: 'npx playwright test', args, hasTests: true }
}

/** Returns the tests of this kind that `--changed` has found. Without it undefined, which means all. */
function changed(ending) {
  return base && changedTests.filter((test) => test.endsWith(ending))
}
