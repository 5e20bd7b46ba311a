// `npm test`: every check and every test, quick ones first. `npm test -- unit browser` runs only those steps.
// Prints a line for each step and the output of those that failed. The last line counts checks and tests together.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../tests/support/chromium.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const reports = mkdtempSync(join(tmpdir(), 'rendezvous-reports-'))

const steps = [
  check('types', 'npm run types'),
  check('lint', 'npm run lint'),
  check('format', 'npm run format:check'),
  check('boundaries', 'npm run boundaries'),
  check('terms', 'npm run terms'),
  check('knip', 'npm run knip'),
  check('locales', 'npm run locales:check'),
  check('db-types', 'npm run db:types -- --check'),
  check('docs', 'npm run docs:config -- --check'),
  vitest('unit'),
  vitest('integration'),
  vitest('faults'),
  check('build', 'node scripts/bootstrap.mjs'),
  check('size', 'npm run size'),
  vitest('boot'),
  playwright('browser'),
]

let child
for (const [name, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
  process.once(name, () => {
    child?.kill(name)
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
for (const step of planned) {
  const startedAt = performance.now()
  process.stdout.write(`${step.name.padEnd(12)}`)
  const { code, output } = await run(step)
  const { passed, failed } = step.count(code)
  total.passed += passed
  total.failed += failed
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${failed > 0 ? 'FAILED' : 'ok'}  ${passed} passed, ${failed} failed, ${seconds} s`)
  if (failed > 0) console.log(`\n${output.trimEnd()}\n`)
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

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
  child = spawn(command, { cwd: root, shell: true, env: { ...process.env, ...env, PATH: path, NO_COLOR: '1' } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1)).once('close', resolve)
  })
  return { code, output }
}
