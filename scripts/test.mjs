// `npm test`: every check and every test, quick ones first. `npm test -- unit browser` runs only those steps.
// Prints a line for each step and the output of those that failed. The last line counts checks and tests together.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../tests/support/chromium.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const reports = mkdtempSync(join(tmpdir(), 'rendezvous-reports-'))
/** The tools of all steps load the same modules again and again. */
const compileCache = join(root, 'node_modules', '.cache', 'node')

const steps = [
  // Generates types that the following checks read.
  check('types', 'npm run types'),
  parallel(check('lint', 'npm run lint')),
  parallel(check('boundaries', 'npm run boundaries')),
  parallel(check('knip', 'npm run knip')),
  parallel(check('db-types', 'npm run db:types -- --check')),
  parallel(check('locales', 'npm run locales:check')),
  parallel(check('terms', 'npm run terms')),
  parallel(check('format', 'npm run format:check')),
  parallel(check('docs', 'npm run docs:config -- --check')),
  vitest('unit'),
  vitest('integration'),
  vitest('faults'),
  check('build', 'node scripts/bootstrap.mjs'),
  check('size', 'npm run size'),
  vitest('boot'),
  playwright('browser'),
]

const children = new Set()
for (const [name, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
  process.once(name, () => {
    for (const child of children) child.kill(name)
    process.exit(code)
  })
}
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are: ${steps.map((step) => step.name).join(', ')}.`)
  process.exit(1)
}

const planned = steps.filter(({ name }) => chosen.length === 0 || chosen.includes(name))
if (planned.some(({ name }) => name === 'browser')) await requireBrowser()

const total = { passed: 0, failed: 0 }
for (const group of groupsOf(planned)) await inParallel(group, runAndPrint)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function runAndPrint(step) {
  const title = step.name.padEnd(12)
  if (!step.isParallel) process.stdout.write(title)
  const startedAt = performance.now()
  const { code, output } = await run(step)
  const { passed, failed } = step.count(code)
  total.passed += passed
  total.failed += failed
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const result = `${failed > 0 ? 'FAILED' : 'ok'}  ${passed} passed, ${failed} failed, ${seconds} s`
  console.log(step.isParallel ? title + result : result)
  if (failed > 0) console.log(`\n${output.trimEnd()}\n`)
}

/** Puts neighbours that may run at the same time into one group. */
function groupsOf(all) {
  const groups = []
  for (const step of all) {
    const last = groups.at(-1)
    if (step.isParallel && last?.[0].isParallel) last.push(step)
    else groups.push([step])
  }
  return groups
}

/** Runs as many steps at a time as there are processors. */
async function inParallel(group, runStep) {
  const waiting = [...group]
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step)
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), group.length) }, lane))
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
  return { name, command, count: (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }) }
}

/** A step that changes no file, so that it may run beside others. */
function parallel(step) {
  return { ...step, isParallel: true }
}

function vitest(name) {
  const report = join(reports, `${name}.json`)
  return {
    name,
    command: `vitest run --project ${name} --reporter=default --reporter=json --outputFile.json=${report}`,
    count: (code) => counted(code, report, ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests]),
  }
}

function playwright(name) {
  const report = join(reports, `${name}.json`)
  return {
    name,
    command: 'playwright test --reporter=line,json',
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    // A test that passes only when repeated has failed.
    count: (code) => counted(code, report, ({ stats }) => [stats.expected, stats.unexpected + stats.flaky]),
  }
}

/** Reads a runner's report. A failure without a failed test (a file that does not load, no report) counts as one. */
function counted(code, report, read) {
  let [passed, failed] = [0, 0]
  try {
    ;[passed, failed] = read(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    // Without a report the exit code decides.
  }
  return { passed, failed: code !== 0 || passed + failed === 0 ? Math.max(failed, 1) : failed }
}

async function run({ command, env }) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const variables = { ...process.env, ...env, PATH: path, NO_COLOR: '1', NODE_COMPILE_CACHE: compileCache }
  const child = spawn(command, { cwd: root, shell: true, env: variables })
  children.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1)).once('close', resolve)
  })
  children.delete(child)
  return { code, output }
}
