// Which tests a change may break, for `npm test -- --changed`.
import { execFileSync } from 'node:child_process'

/** Where the name of a slice is in a path. */
const slicePatterns = [
  /^(?:server|web)\/features\/([^/]+)\//,
  /^server\/(platform\/[^/]+)\//,
  /^contract\/([^/.]+)(?:\/|\.ts$)/,
  /^locales\/[^/]+\/([^/]+)\.json$/,
]
/** Where it is in the path of a test. A journey may say more: `chat-offline.e2e.ts`. */
const testPatterns = [/^server\/features\/([^/]+)\//, /^server\/(platform\/[^/]+)\//, /^tests\/e2e\/\w+\/([^-.]+)/]

/** Returns the paths that differ from a commit, files that git does not know yet included. */
export function changedSince(commit: string) {
  return [
    ...git('diff', '--name-only', '--no-renames', commit, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/** Returns the paths of all tests but the unit tests. */
export function allTests() {
  const paths = git('ls-files', '--cached', '--others', '--exclude-standard')
  return paths.filter((path) => /\.(?:int\.test|fault|boot|e2e)\.ts$/.test(path))
}

/**
 * Returns the changed tests, and those of changed slices. Not the tests that import a changed file: every
 * integration test imports the whole server, and no journey imports the web app.
 */
export function testsOf(changed: string[], tests: string[]) {
  const slices = new Set(changed.flatMap((path) => nameIn(path, slicePatterns) ?? []))
  return tests.filter((test) => changed.includes(test) || slices.has(nameIn(test, testPatterns) ?? ''))
}

function git(...args: string[]) {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
}

function nameIn(path: string, patterns: RegExp[]) {
  for (const pattern of patterns) {
    const name = pattern.exec(path)?.[1]
    if (name) return name
  }
  return undefined
}
