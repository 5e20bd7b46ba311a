import type { RunMode } from '#server/platform/postgres/migration-files.ts'

export interface MigrationContext {
  mode: RunMode
  /** Created by the same file: no one reads or writes them yet. */
  created: ReadonlySet<string>
  /** The file says that the version of the program before it does not read what it removes. */
  isUnread: boolean
}

/** The parts of PostgreSQL's parse tree that the checks read; each node has other fields besides. */
export interface SqlNode {
  relation?: { relname?: string }
  concurrent?: boolean
  missing_ok?: boolean
  idxname?: string
  unique?: boolean
  indexParams?: unknown[]
  removeType?: string
  renameType?: string
  objects?: unknown[]
  cmds?: { AlterTableCmd: AlterCommand }[]
  selectStmt?: { SelectStmt?: { valuesLists?: unknown[] } }
  onConflictClause?: unknown
}

export interface AlterCommand {
  subtype: string
  name?: string
  def?: { ColumnDef?: ColumnDefinition; Constraint?: Constraint }
}

export interface ColumnDefinition {
  colname?: string
  typeName?: unknown
  constraints?: { Constraint: Constraint }[]
}

export interface Constraint {
  contype: string
  conname?: string
  skip_validation?: boolean
  indexname?: string
  raw_expr?: unknown
}

/** Returns the values of a field, wherever in the tree it is, in the order of the text. */
export function find(node: unknown, field: string): unknown[] {
  if (Array.isArray(node)) return node.flatMap((child) => find(child, field))
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, child]) => [...(name === field ? [child] : []), ...find(child, field)])
}

/** Returns the names of what a statement drops. */
export function namesOf(node: SqlNode) {
  return find(node.objects, 'sval').map(String)
}
