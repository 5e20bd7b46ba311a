// Compares the packages with the registry's advisories, as `npm audit` does. A finding without a reason in
// scripts/packages/audit-report.ts is an error, with `--report` a line: an advisory of today must not fail
// the tests of yesterday's commit. Without an answer it says so and ends with 0.
import { spawnSync } from 'node:child_process'
import { SECOND } from '#contract/time.ts'
import { readAudit } from './packages/audit-report.ts'

const TIMEOUT_MS = 60 * SECOND
const options = ['--json', '--fetch-retries=0', '--fetch-timeout=20000']

// `shell`: npm is a script on some systems.
const { stdout } = spawnSync(`npm audit ${options.join(' ')}`, { shell: true, encoding: 'utf8', timeout: TIMEOUT_MS })
const result = readAudit(stdout)
if (result.kind === 'unavailable') {
  process.stdout.write(`Not audited: the registry gave no advisories (${result.reason}).\n`)
} else {
  for (const { severity, package: name, title, url } of result.findings) {
    process.stdout.write(`${severity}: ${name}, ${title}, ${url}\n`)
  }
  for (const url of result.unneeded) process.stdout.write(`no longer reported, remove its reason: ${url}\n`)
  const { length } = result.findings
  process.stdout.write(`Audited: ${length} findings without a reason, ${result.accepted.length} with one\n`)
  process.exitCode = length > 0 && !process.argv.includes('--report') ? 1 : 0
}
