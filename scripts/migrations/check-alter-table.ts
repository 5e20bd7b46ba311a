import {
  find,
  type AlterCommand,
  type ColumnDefinition,
  type Constraint,
  type MigrationContext,
  type SqlNode,
} from './sql-nodes.ts'
import { isLarge, partitionKeyOf } from './tables.ts'

/** The same value for all rows of a statement: stored once, and not in each row. */
const STABLE_FUNCTIONS = new Set(['now', 'transaction_timestamp', 'statement_timestamp', 'current_setting'])

/** Changes of the catalogue only, for which a moment of the lock is enough. */
const briefChanges = new Set([
  'AT_DropNotNull',
  'AT_DropConstraint',
  'AT_SetStatistics',
  'AT_SetRelOptions',
  'AT_ResetRelOptions',
  'AT_SetOptions',
  'AT_EnableTrig',
  'AT_DisableTrig',
])

interface Target extends MigrationContext {
  table: string
  isLargeTable: boolean
}

export function checkAlterTable(node: SqlNode, context: MigrationContext): string[] {
  const table = node.relation?.relname ?? ''
  if (context.created.has(table)) return []
  const target = { ...context, table, isLargeTable: isLarge(table) }
  return (node.cmds ?? []).flatMap(({ AlterTableCmd: command }) =>
    checkCommand(command, target).map((fault) => `${table}: ${fault}`),
  )
}

function checkCommand(command: AlterCommand, target: Target): string[] {
  const { isLargeTable, isUnread, mode } = target
  const { subtype, name, def } = command
  if (briefChanges.has(subtype)) return []
  switch (subtype) {
    case 'AT_AddColumn': {
      return def?.ColumnDef ? checkColumn(def.ColumnDef, target) : []
    }
    case 'AT_AddConstraint': {
      return def?.Constraint && isLargeTable ? checkConstraint(def.Constraint, target) : []
    }
    case 'AT_ValidateConstraint': {
      const isAlone = mode.kind === 'statements' || !isLargeTable
      return isAlone ? [] : ['a constraint is validated in a file that runs statement by statement']
    }
    case 'AT_ColumnDefault': {
      if (def || isUnread) return []
      return [`default of ${name}: the version before may insert without it; add '-- unread since <migration>'`]
    }
    case 'AT_DropColumn': {
      return isUnread ? [] : [`drop of ${name}: the version before may read it; add '-- unread since <migration>'`]
    }
    case 'AT_AlterColumnType': {
      return isLargeTable ? [`type of ${name}: it rewrites the table; add a column, fill it in batches`] : []
    }
    case 'AT_SetNotNull': {
      if (!isLargeTable) return []
      return [
        `not null of ${name}: it reads the table under a lock; 'check (${name} is not null) not valid', then validate`,
      ]
    }
    default: {
      return isLargeTable ? [`${subtype}: not known to be harmless`] : []
    }
  }
}

function checkColumn({ colname, typeName, constraints = [] }: ColumnDefinition, { isLargeTable }: Target): string[] {
  const parts = constraints.map(({ Constraint }) => Constraint)
  const ofType = (type: string) => parts.find(({ contype }) => contype === type)
  const standard = ofType('CONSTR_DEFAULT')
  const faults: string[] = []
  if (ofType('CONSTR_NOTNULL') && !standard && !ofType('CONSTR_IDENTITY') && !ofType('CONSTR_GENERATED')) {
    faults.push(`column ${colname}: not null without a default; the version before inserts rows without it`)
  }
  if (!isLargeTable) return faults
  if (standard && isVolatile(standard.raw_expr)) {
    faults.push(`column ${colname}: a default that differs by row rewrites the table; add it null, fill it in batches`)
  }
  const isSerial = find(typeName, 'sval').some((name) => String(name).includes('serial'))
  if (isSerial || ofType('CONSTR_IDENTITY') || ofType('CONSTR_GENERATED')) {
    faults.push(`column ${colname}: numbered or stored values rewrite the table`)
  }
  if (ofType('CONSTR_CHECK'))
    faults.push(`column ${colname}: the check reads the table; add it 'not valid', then validate`)
  if (ofType('CONSTR_UNIQUE') || ofType('CONSTR_PRIMARY')) {
    faults.push(`column ${colname}: its index blocks writes; 'create unique index concurrently'`)
  }
  if (ofType('CONSTR_FOREIGN') && standard) {
    faults.push(`column ${colname}: a reference with a default reads the table; add the foreign key 'not valid'`)
  }
  return faults
}

/** Whatever is not a constant, or one of a few functions, counts as volatile. */
function isVolatile(expression: unknown) {
  const names = find(expression, 'funcname').map((name) => String(find(name, 'sval').at(-1)))
  return names.some((name) => !STABLE_FUNCTIONS.has(name)) || find(expression, 'SubLink').length > 0
}

function checkConstraint(
  { contype, conname = '', skip_validation, indexname }: Constraint,
  { table }: Target,
): string[] {
  const isReference = contype === 'CONSTR_FOREIGN'
  if (partitionKeyOf(table) !== undefined && (isReference || indexname)) {
    const part = isReference ? "a foreign key 'not valid' before version 18" : "'using index'"
    return [`constraint ${conname}: where the table is partitioned, PostgreSQL has not ${part}`]
  }
  switch (contype) {
    case 'CONSTR_FOREIGN':
    case 'CONSTR_CHECK':
    case 'CONSTR_NOTNULL': {
      if (skip_validation) return []
      return [`constraint ${conname}: it reads the table under a lock; add it 'not valid', then validate`]
    }
    case 'CONSTR_UNIQUE':
    case 'CONSTR_PRIMARY': {
      if (indexname) return []
      return [`constraint ${conname}: its index blocks writes; 'create unique index concurrently', then 'using index'`]
    }
    default: {
      return [`constraint ${conname}: it reads the table under a lock`]
    }
  }
}
