/** Finds every statement in the code of the server: chains of the query builder, and texts of SQL. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BuilderSql, statementsIn } from './builder-sql.ts'
import { distributions } from './shard-tables.ts'
import { placesOf } from './shards-of.ts'
import { childrenOf, syntaxOf, textOf, type Syntax } from './syntax.ts'

interface SourceStatement {
  /** In `server/`. */
  file: string
  /** Of the function, class or constant at the top of the file. */
  name: string
  /** Null when it cannot be read as SQL where it stands, such as one that is put together of parts. */
  sql: string | null
}

export async function statementsOfServer(): Promise<SourceStatement[]> {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .toSorted()
  return (await Promise.all(files.map(statementsOfFile))).flat()
}

async function statementsOfFile(file: string) {
  const code = readFileSync(join('server', file), 'utf8')
  const statements: SourceStatement[] = []
  for (const part of syntaxOf(code, file)['body'] as Syntax[]) {
    const name = nameOf(part)
    for (const statement of statementsIn(part))
      statements.push({ file, name, sql: new BuilderSql(code).write(statement) })
    for (const text of textsIn(part, code))
      if (isSql(text)) statements.push({ file, name, sql: await readableSql(text) })
  }
  return statements
}

function nameOf(part: Syntax): string {
  const declaration = (part['declaration'] as Syntax | null | undefined) ?? part
  const [declarator] = (declaration['declarations'] as Syntax[] | undefined) ?? [declaration]
  const id = declarator?.['id'] as Syntax | null | undefined
  return typeof id?.['name'] === 'string' ? id['name'] : 'default'
}

/** Texts and templates, each with a value in the place of what it inserts. */
function textsIn(node: Syntax, code: string): string[] {
  const own = textOf(node) ?? (node.type === 'TemplateLiteral' ? templateText(node, code) : undefined)
  return [...(own === undefined ? [] : [own]), ...childrenOf(node).flatMap((child) => textsIn(child, code))]
}

function templateText(node: Syntax, code: string) {
  const quasis = (node['quasis'] as Syntax[]).map((quasi) => (quasi['value'] as { cooked: string }).cooked)
  const inserted = (node['expressions'] as Syntax[]).map((expression) => code.slice(expression.start, expression.end))
  const numbers = new Map<string, number>()
  return quasis.reduce((text, quasi, at) => {
    const before = inserted[at - 1] ?? ''
    // `${users}.id` is a column of an alias.
    if (quasi.startsWith('.') && /^\w+$/.test(before)) return text + before + quasi
    const number = numbers.get(before) ?? 100 + numbers.size
    numbers.set(before, number)
    return `${text}$${number} ${quasi}`
  })
}

const names = [...distributions].flatMap(([name, distribution]) => (typeof distribution === 'object' ? [name] : []))
const namesTable = new RegExp(String.raw`\b(?:from|join|into|update|using)\s+(?:${names.join('|')})\b`)

/** Only texts that name a distributed table matter here. */
function isSql(text: string) {
  return namesTable.test(text) && /\b(?:select|insert into|update|delete from|join)\b/.test(text)
}

/** How a text is read: as a whole statement, an expression, or what follows a part of a statement. */
const forms: ((text: string) => string)[] = [
  (text) => text,
  (text) => `select ${text}`,
  (text) => `select (${text})`,
  (text) => `select 1 from sites where ${text}`,
  (text) => `select 1 from sites ${text}`,
  (text) => `select 1 from ${text}`,
  (text) => `with ${text} select 1`,
]

async function readableSql(text: string) {
  for (const form of forms) {
    const sql = form(text)
    if (await placesOf(sql).then(Boolean, () => false)) return sql
  }
  return null
}
