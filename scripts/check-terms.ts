/*
 * Reports words that the project writes differently, in code, comments, file names and docs, and comments
 * that are too wide: npm run terms
 * The list and its exceptions: scripts/terms/banned-terms.ts
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findLongComments } from './terms/find-long-comments.ts'
import { findTerms } from './terms/find-terms.ts'

const root = join(import.meta.dirname, '..')
const textFile = /(^|\/)\.[\w.-]+$|\.(ts|tsx|mjs|cjs|js|css|html|md|json|sql|svg|yml|yaml)$|^\.ci\//

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
const files = listed.split('\n').filter((file) => textFile.test(file) && existsSync(join(root, file)))
let faults = 0
for (const path of files) {
  const text = readFileSync(join(root, path), 'utf8')
  for (const { line, form, instead } of findTerms(path, text)) report(path, line, `has '${form}'. Write: ${instead}.`)
  for (const line of findLongComments(path, text)) report(path, line, 'is a comment above 110 columns.')
}
console.log(`${files.length} files, ${faults} faults`)
if (faults > 0) process.exitCode = 1

function report(path: string, line: number, fault: string) {
  faults += 1
  console.error(`${path}${line > 0 ? `:${line}` : ''} ${fault}`)
}
