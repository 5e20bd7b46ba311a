/**
 * Finds what in a migration would make requests of a running site wait, or break the version of the program
 * that runs beside the new one during a deploy. The parser is PostgreSQL's own.
 */
import { parse } from 'libpg-query'
import { modeOf, statementsOf, unreadSince, type RunMode } from '#server/platform/postgres/migration-files.ts'
import { checkAlterTable } from './check-alter-table.ts'
import { find, namesOf, type MigrationContext, type SqlNode } from './sql-nodes.ts'
import { isLarge, partitionKeyOf } from './tables.ts'

type Check = (node: SqlNode, context: MigrationContext) => string[]

/** Statements of which this check knows what they lock. Others are reported. */
const checks: Record<string, Check> = {
  AlterTableStmt: checkAlterTable,
  CommentStmt: () => [],
  CreateEnumStmt: () => [],
  CreateFunctionStmt: () => ['functions are in server/functions/ (docs/recipes.md)'],
  CreateSeqStmt: () => [],
  CreateStmt: () => [],
  CreateTrigStmt: () => ['triggers are in server/functions/ (docs/recipes.md)'],
  DeleteStmt: checkRows,
  DropStmt: checkDrop,
  IndexStmt: checkIndex,
  InsertStmt: checkRows,
  RenameStmt: checkRename,
  UpdateStmt: checkRows,
}

/** Returns a sentence for each fault; `earlier` are the names of the migrations before it. */
export async function checkMigration(file: { name: string; sql: string }, earlier: readonly string[] = []) {
  const statements = ((await parse(file.sql)).stmts ?? []).map(({ stmt }) => entryOf(stmt))
  const mode = modeOf(file)
  const unread = unreadSince(file.sql)
  const created = new Set(statements.flatMap(([kind, node]) => (kind === 'CreateStmt' ? tableOf(node) : [])))
  const isUnread = unread !== undefined && earlier.includes(unread)
  const context = { mode, created, isUnread }
  return [
    ...(unread === undefined || isUnread ? [] : [`'unread since' names no earlier migration: ${unread}`]),
    ...checkMode(mode, statements, file.sql),
    ...statements.flatMap(([kind, node]) => checks[kind]?.(node, context) ?? [`${kind}: not known to be harmless`]),
    ...(mode.kind === 'transaction' ? checkAltered(statements, created) : []),
  ]
}

function entryOf(statement: unknown): [string, SqlNode] {
  const [entry] = Object.entries(statement as Record<string, SqlNode>)
  if (!entry) throw new Error('empty statement')
  return entry
}

function tableOf(node: SqlNode): string[] {
  const name = node.relation?.relname
  return name === undefined ? [] : [name]
}

/** Outside a transaction a crash repeats the file, so each of its statements can be repeated. */
function checkMode(mode: RunMode, statements: [string, SqlNode][], sql: string) {
  if (mode.kind === 'transaction') return []
  if (mode.kind === 'batches') return statements.length === 1 ? [] : ['a migration in batches has one statement']
  if (statementsOf(sql).length !== statements.length)
    return ['each statement ends with a semicolon at the end of a line']
  const dropped = new Set<string>()
  return statements.flatMap(([kind, node]) => {
    if (kind === 'DropStmt' && node.removeType === 'OBJECT_INDEX') {
      for (const name of namesOf(node)) dropped.add(name)
      return node.concurrent && node.missing_ok ? [] : ["an index is dropped by 'drop index concurrently if exists'"]
    }
    if (kind === 'IndexStmt') {
      return node.concurrent && dropped.has(node.idxname ?? '')
        ? []
        : [`index ${node.idxname}: 'drop index concurrently if exists' before it removes what an interruption left`]
    }
    const isValidation =
      kind === 'AlterTableStmt' &&
      node.cmds?.every(({ AlterTableCmd: { subtype } }) => subtype === 'AT_ValidateConstraint')
    return isValidation ? [] : ['only indexes and the validation of constraints run statement by statement']
  })
}

/** A transaction that waits for a second table holds the first one meanwhile. */
function checkAltered(statements: [string, SqlNode][], created: ReadonlySet<string>) {
  const altered = statements
    .flatMap(([kind, node]) => (kind === 'AlterTableStmt' ? tableOf(node) : []))
    .filter((table) => isLarge(table) && !created.has(table))
  const tables = [...new Set(altered)]
  return tables.length > 1 ? [`${tables.join(' and ')}: one large table in a file`] : []
}

function checkIndex(node: SqlNode, { created }: MigrationContext) {
  const [table = ''] = tableOf(node)
  const key = partitionKeyOf(table)
  if (node.unique && key !== undefined && !find(node.indexParams, 'name').includes(key))
    return [`unique index on ${table}: where it is partitioned, PostgreSQL demands ${key} as one of the columns`]
  if (created.has(table) || !isLarge(table) || node.concurrent) return []
  return [
    `index on ${table}: it blocks writes; 'create index concurrently', in a file that runs statement by statement`,
  ]
}

function checkDrop(node: SqlNode, { isUnread, mode }: MigrationContext) {
  const names = namesOf(node).join(', ')
  if (node.removeType === 'OBJECT_INDEX') {
    return node.concurrent || mode.kind === 'statements' ? [] : [`index ${names}: 'drop index concurrently'`]
  }
  if (node.removeType === 'OBJECT_FUNCTION' || node.removeType === 'OBJECT_TRIGGER') return []
  return isUnread ? [] : [`drop of ${names}: the version before may read it; add '-- unread since <migration>'`]
}

function checkRename(node: SqlNode, { created }: MigrationContext) {
  const [table = ''] = tableOf(node)
  const isInternal = node.renameType === 'OBJECT_INDEX' || node.renameType === 'OBJECT_TABCONSTRAINT'
  if (isInternal || created.has(table)) return []
  return [`rename in ${table}: the version before knows the old name; add, fill, and drop the old one later`]
}

/** Inserts, updates, deletes: of a large table, or reading one, only in batches. */
function checkRows(node: SqlNode, { created, mode }: MigrationContext) {
  const tables = find(node, 'relname').filter((name): name is string => typeof name === 'string')
  const [written] = tables
  const large = [...new Set(tables)].filter((table) => isLarge(table) && !created.has(table))
  if (large.length === 0) return []
  // A row that is written by its values reads no table.
  if (node.selectStmt?.SelectStmt?.valuesLists && large.every((table) => table === written)) return []
  if (mode.kind !== 'batches') return [`rows of ${large.join(', ')}: in a file that runs in batches`]
  return checkBatch(node, mode.table)
}

function checkBatch(node: SqlNode, table: string) {
  const bounds = find(node, 'A_Expr').map((expression) => JSON.stringify(expression))
  const hasBound = (operator: string, parameter: number) =>
    bounds.some(
      (text) =>
        text.includes(`"name":[{"String":{"sval":"${operator}"}}],"lexpr":{"ColumnRef"`) &&
        text.includes('{"sval":"ctid"}') &&
        text.includes(`"ParamRef":{"number":${parameter},`),
    )
  const faults: string[] = []
  if (!find(node, 'relname').includes(table)) faults.push(`the statement does not name ${table}`)
  if (!hasBound('>=', 1) || !hasBound('<', 2)) faults.push('a batch has ctid >= $1 and ctid < $2')
  const where = find(node, 'whereClause').flatMap((clause) => find(clause, 'ColumnRef'))
  const isRepeatable = where.length > 2 || node.onConflictClause !== undefined
  if (!isRepeatable) faults.push('a batch leaves out the rows that are done, else it never ends')
  return faults
}
