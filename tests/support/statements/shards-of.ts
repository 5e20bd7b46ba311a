/** Finds which shards a statement needs, from PostgreSQL's own parse tree. */
import { parse } from 'libpg-query'
import { distributions } from './shard-tables.ts'

/** One shard, or all shards of a group: tables that are read there, and whether a value names the shard. */
export interface Place {
  group: 'member' | 'conversation'
  tables: string[]
  /** A parameter or constant is the value of the distribution column. */
  isRouted: boolean
}

type Node = Record<string, unknown>

/** The relation of an alias: a table, or what has no shard of its own (a CTE, a subquery, values). */
interface Source {
  id: number
  table: string | null
}

type Scope = ReadonlyMap<string, Source>

/** @throws Error when it names a table without a line in `shard-tables.ts` */
export async function placesOf(sql: string): Promise<Place[]> {
  const reader = new Reader()
  for (const { stmt } of (await parse(sql)).stmts ?? []) reader.visit(stmt, new Map(), new Set())
  return reader.places()
}

class Reader {
  readonly #sources: Source[] = []
  /** Of columns and values that are equal: each leads to another one of its class, the last one to itself. */
  readonly #equal = new Map<string, string>()

  visit(node: unknown, scope: Scope, ctes: ReadonlySet<string>): void {
    if (Array.isArray(node)) {
      for (const child of node) this.visit(child, scope, ctes)
      return
    }
    if (typeof node !== 'object' || node === null) return
    const { fromClause, usingClause, relation, withClause, cteList } = this.#partsOf(node as Node)
    const names = new Set([...ctes, ...cteList])
    const inner = new Map(scope)
    for (const item of [fromClause, usingClause, relation].flat()) this.#addSources(item, inner, names)
    if (withClause) this.visit(withClause, scope, names)
    const own = new Set([...inner.values()].filter((source) => ![...scope.values()].includes(source)))
    for (const condition of ['whereClause', 'quals']) this.#noteConditions((node as Node)[condition], inner, own)
    for (const [name, child] of Object.entries(node)) {
      if (name !== 'withClause') this.visit(child, inner, names)
    }
  }

  #partsOf(node: Node) {
    const withClause = node['withClause'] as { ctes?: { CommonTableExpr: { ctename: string } }[] } | undefined
    // `relation` is that of an insert, update or delete; elsewhere it is no part of a query.
    const isChange = 'targetList' in node || 'cols' in node || 'whereClause' in node
    return {
      fromClause: node['fromClause'] ?? [],
      usingClause: node['usingClause'] ?? [],
      relation: isChange && node['relation'] ? { RangeVar: node['relation'] } : [],
      withClause,
      cteList: (withClause?.ctes ?? []).map(({ CommonTableExpr }) => CommonTableExpr.ctename),
    }
  }

  /** Adds the tables of a `from` clause, those of joins included, but not those of subqueries in it. */
  #addSources(item: unknown, scope: Map<string, Source>, ctes: ReadonlySet<string>) {
    if (typeof item !== 'object' || item === null) return
    const { RangeVar, JoinExpr, RangeSubselect, RangeFunction } = item as Record<string, Node | undefined>
    for (const side of [JoinExpr?.['larg'], JoinExpr?.['rarg']]) this.#addSources(side, scope, ctes)
    const range = RangeVar ?? RangeSubselect ?? RangeFunction
    if (!range) return
    const name = range['relname'] as string | undefined
    const alias = (range['alias'] as { aliasname: string } | undefined)?.aliasname ?? name
    const table = name === undefined || ctes.has(name) ? null : name
    const source = { id: this.#sources.length, table }
    this.#sources.push(source)
    if (alias !== undefined) scope.set(alias, source)
  }

  /**
   * Notes what is equal in all rows: `a = b` that stands alone or in an `and`. One inside a subquery is a
   * condition of its own tables; that of an outer one may stand in an `or` there.
   */
  #noteConditions(node: unknown, scope: Scope, own: ReadonlySet<Source>) {
    const { BoolExpr } = (node ?? {}) as { BoolExpr?: { boolop: string; args: unknown[] } }
    if (BoolExpr?.boolop === 'AND_EXPR') {
      for (const part of BoolExpr.args) this.#noteConditions(part, scope, own)
    } else this.#noteEquality((node ?? {}) as Node, scope, own)
  }

  #noteEquality(node: Node, scope: Scope, own: ReadonlySet<Source>) {
    const expression = node['A_Expr'] as { kind: string; name?: unknown; lexpr?: unknown; rexpr?: unknown } | undefined
    if (expression?.kind !== 'AEXPR_OP' || JSON.stringify(expression.name) !== '[{"String":{"sval":"="}}]') return
    const [left, right] = [this.#keyOf(expression.lexpr, scope), this.#keyOf(expression.rexpr, scope)]
    if (left === undefined || right === undefined) return
    // The condition of a join has no sources of its own: they are those of the query around it.
    const ofOwn = [...own].some(({ id }) => [left, right].some((key) => key.startsWith(`${id}.`)))
    if (ofOwn || own.size === 0) this.#equal.set(this.#root(left), this.#root(right))
  }

  /** Names a column of a source, a parameter or a constant; casts are transparent. */
  #keyOf(node: unknown, scope: Scope): string | undefined {
    const { ColumnRef, ParamRef, A_Const, TypeCast } = (node ?? {}) as Record<string, Node | undefined>
    if (TypeCast) return this.#keyOf(TypeCast['arg'], scope)
    if (ParamRef) return `value $${String(ParamRef['number'])}`
    if (A_Const) return `value ${JSON.stringify({ ...A_Const, location: 0 })}`
    const fields = (ColumnRef?.['fields'] as { String?: { sval: string } }[] | undefined) ?? []
    const names = fields.map((field) => field.String?.sval ?? '*')
    const column = names.at(-1)
    if (column === undefined) return undefined
    if (names.length > 1) {
      const source = scope.get(names[0] ?? '')
      return source && `${source.id}.${column}`
    }
    // Without an alias it is a column of the only source. Of several, the tree does not say which has it.
    const [only, ...others] = [...scope.values()]
    return only && others.length === 0 ? `${only.id}.${column}` : undefined
  }

  #root(key: string): string {
    const next = this.#equal.get(key) ?? key
    return next === key ? key : this.#root(next)
  }

  places(): Place[] {
    const values = new Set([...this.#equal.keys(), ...this.#equal.values()].filter((key) => key.startsWith('value')))
    const routed = new Set([...values].map((key) => this.#root(key)))
    const byKey = new Map<string, Place>()
    for (const { id, table } of this.#sources) {
      if (table === null) continue
      const distribution = distributions.get(table)
      if (!distribution) throw new Error(`${table} has no line in tests/support/statements/shard-tables.ts`)
      if (typeof distribution === 'string') continue
      const root = this.#root(`${id}.${distribution.column}`)
      const key = `${distribution.group} ${root}`
      const place = byKey.get(key) ?? { group: distribution.group, tables: [], isRouted: routed.has(root) }
      byKey.set(key, place)
      if (!place.tables.includes(table)) place.tables.push(table)
    }
    return [...byKey.values()]
  }
}
