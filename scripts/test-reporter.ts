// Reporter for Vitest and Playwright: sends each test to scripts/test.mjs as it ends, as a line of JSON on
// its own pipe. A failure has the place, the message and the command that repeats this test.
import { writeSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter as PlaywrightReporter } from '@playwright/test/reporter'
import type { Reporter as VitestReporter } from 'vitest/node'

/** The number of the pipe: after standard input, output and errors. */
const PIPE = 3

type OnTestCase = Required<VitestReporter>['onTestCaseResult']
type OnSuite = Required<VitestReporter>['onTestSuiteResult']
type Test = Parameters<OnTestCase>[0]
type Suite = Parameters<OnSuite>[0]
type Module = Test['module']
interface Failure {
  place: string
  command?: string
  errors: readonly { message?: string; stack?: string }[]
}

export default class Reporter implements VitestReporter, PlaywrightReporter {
  onTestCaseResult(test: Test) {
    const result = test.result()
    const { state, errors = [] } = result
    if (state === 'passed') reportPassed()
    else if (state === 'failed') reportFailed({ ...whereIs(test.module, test.fullName), errors })
    else if (state === 'skipped' && result.note) reportSkipped(result.note)
  }

  /** What failed outside of the tests: a hook. */
  onTestSuiteResult(suite: Suite) {
    const errors = suite.errors()
    if (errors.length > 0) reportFailed({ ...whereIs(suite.module, suite.fullName), errors })
  }

  /** A file that does not load, or a hook of it. */
  onTestModuleEnd(module: Module) {
    const errors = module.errors()
    if (errors.length > 0) reportFailed({ ...whereIs(module), errors })
  }

  onTestRunEnd(...[, errors]: Parameters<Required<VitestReporter>['onTestRunEnd']>) {
    if (errors.length > 0) reportFailed({ place: 'outside of the tests', errors })
  }

  onTestEnd(...[test, { status, errors }]: Parameters<Required<PlaywrightReporter>['onTestEnd']>) {
    if (status === 'skipped') return
    // A test that passes only when repeated has failed, too.
    if (status === test.expectedStatus) return reportPassed()
    const file = fromRoot(test.location.file)
    const project = test.parent.project()?.name ?? ''
    reportFailed({
      place: `${file} (${project}) > ${test.title}`,
      command: `npx playwright test ${file} --project ${project} -g ${quoted(escaped(test.title))}`,
      errors,
    })
  }

  onError(error: { message?: string; stack?: string }) {
    reportFailed({ place: 'outside of the tests', errors: [error] })
  }

  printsToStdio() {
    return false
  }
}

function reportPassed() {
  writeSync(PIPE, '{}\n')
}

/** `reason` is a sentence for the developer: what this machine lacks. */
function reportSkipped(reason: string) {
  writeSync(PIPE, `${JSON.stringify({ skipped: reason })}\n`)
}

function reportFailed({ errors, ...rest }: Failure) {
  const text = errors.map(({ message, stack }) => stack ?? message ?? 'no message').join('\n\n')
  writeSync(PIPE, `${JSON.stringify({ failure: { ...rest, text } })}\n`)
}

function whereIs(module: Module, name?: string) {
  const file = fromRoot(module.moduleId)
  const command = `npx vitest run --project ${module.project.name} ${file}`
  if (!name) return { place: file, command }
  return { place: `${file} > ${name}`, command: `${command} -t ${quoted(`^${escaped(name)}`)}` }
}

function fromRoot(path: string) {
  return relative(process.cwd(), path)
}

/** Both runners take a regular expression. */
function escaped(text: string) {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
}

function quoted(text: string) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
