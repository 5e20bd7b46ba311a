/*
 * Reports words that the project writes differently, in code, comments, file names and docs: npm run terms
 * The list and its exceptions: scripts/terms/banned-terms.ts
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTerms } from './terms/find-terms.ts'

const root = join(import.meta.dirname, '..')
const textFile = /(^|\/)\.[\w.-]+$|\.(ts|tsx|mjs|cjs|js|css|html|md|json|sql|svg|yml|yaml)$|^\.ci\//

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
const files = listed.split('\n').filter((file) => textFile.test(file) && existsSync(join(root, file)))
const findings = files.flatMap((file) => findTerms(file, readFileSync(join(root, file), 'utf8')))

for (const { path, line, form, instead } of findings)
  console.error(`${path}${line > 0 ? `:${line}` : ''} has '${form}'. Write: ${instead}.`)
console.log(`${files.length} files, ${findings.length} banned terms`)
if (findings.length > 0) process.exitCode = 1
