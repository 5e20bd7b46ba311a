/**
 * Writes a chain of Kysely's query builder as SQL, as far as the choice of shards needs it: tables, and what
 * is equal in all rows. A subquery becomes an `exists`, wherever it stands.
 */
import { distributions } from './shard-tables.ts'
import { childrenOf, stepsOf, textOf, type Step, type Syntax } from './syntax.ts'

const roots = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom'])

/** The position of the call that begins the statement, such as `selectFrom`; -1 if the chain has none. */
function rootOf(steps: Step[]) {
  return steps.findIndex(({ name }) => roots.has(name))
}

function isStatement(node: Syntax) {
  return node.type === 'CallExpression' && rootOf(stepsOf(node)) >= 0
}

export class BuilderSql {
  readonly #code: string
  /** Values by the code that they come from: the same code is the same value. */
  readonly #values = new Map<string, number>()
  #aliases = 0

  constructor(code: string) {
    this.#code = code
  }

  /** Returns null when the name of a table is not in the code. */
  write(node: Syntax): string | null {
    const steps = stepsOf(node)
    const root = rootOf(steps)
    const { name = '', args = [] } = steps[root] ?? {}
    const rest = steps.slice(root + 1)
    const ctes = steps.slice(0, root).flatMap((step) => (step.name === 'with' ? [this.#cte(step.args)] : []))
    const from = this.#source(args[0])
    if (from === null || ctes.includes(null)) return null
    const beginning = ctes.length > 0 ? `with ${ctes.join(', ')} ` : ''
    if (name === 'insertInto') return beginning + this.#insert(from, rest)
    const others = rest.flatMap((step) => this.#sourcesOf(step))
    if (others.includes(null)) return null
    const conditions = rest.flatMap((step) => this.#conditionsOf(step))
    const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
    if (name === 'selectFrom') return `${beginning}select 1 from ${[from, ...others].join(', ')}${where}`
    const more = others.length === 0 ? '' : ` ${name === 'updateTable' ? 'from' : 'using'} ${others.join(', ')}`
    return `${beginning}${name === 'updateTable' ? `update ${from} set x = 1` : `delete from ${from}`}${more}${where}`
  }

  #cte([name, query]: Syntax[]) {
    const [inner] = query ? statementsIn(query) : []
    const text = inner && this.write(inner)
    return text ? `${snakeCase(textOf(name) ?? 'cte')} as (${text})` : null
  }

  /** A table with its alias, or a subquery. */
  #source(argument: Syntax | undefined): string | null {
    const text = textOf(argument)
    if (text !== undefined) return snakeCase(text)
    if (!argument) return null
    if (argument.type === 'ArrayExpression') {
      const sources = (argument['elements'] as Syntax[]).map((element) => this.#source(element))
      return sources.includes(null) ? null : sources.join(', ')
    }
    const inner = statementsIn(argument).map((statement) => this.write(statement))
    if (inner.includes(null)) return null
    // Tables of `sql` in it are read as a text of their own.
    if (inner.length === 0)
      return argument.type === 'TaggedTemplateExpression' || isAlias(argument) ? this.#empty() : null
    const alias = aliasOf(argument) ?? `q${(this.#aliases += 1)}`
    return `(${inner[0]}) ${snakeCase(alias)}`
  }

  #empty() {
    return `(select 1) q${(this.#aliases += 1)}`
  }

  #sourcesOf({ name, args }: Step) {
    return /Join(Lateral)?$/.test(name) || name === 'from' || name === 'using' ? [this.#source(args[0])] : []
  }

  #conditionsOf({ name, args }: Step): string[] {
    const [first, second, third] = args
    if (/Join(Lateral)?$/.test(name)) {
      const inCallback = second && stepsIn(second).flatMap((step) => this.#conditionsOf(step))
      return textOf(second) === undefined ? (inCallback ?? []) : [this.#equality(second, third, true)].flat()
    }
    if (name === 'whereRef' || name === 'onRef') return textOf(second) === '=' ? this.#equality(first, third, true) : []
    if (name === 'where' || name === 'on') {
      if (textOf(first) === undefined) return first ? this.#conditionOf(first) : []
      return [...(textOf(second) === '=' ? this.#equality(first, third) : []), ...this.#existing(third)]
    }
    if (name === 'from' || name === 'using') return []
    return args.flatMap((argument) => this.#existing(argument))
  }

  /** Of `(eb) => eb.and([…])`: what stands in an `or` or a function does not hold in all rows. */
  #conditionOf(node: Syntax): string[] {
    if (node.type === 'ArrowFunctionExpression') return this.#conditionOf(node['body'] as Syntax)
    const callee = node['callee'] as Syntax | undefined
    const [argument, operator, value] = (node['arguments'] as Syntax[] | undefined) ?? []
    if (callee?.type === 'Identifier' && textOf(operator) === '=') return this.#equality(argument, value)
    const isAnd = callee?.type === 'MemberExpression' && (callee['property'] as Syntax)['name'] === 'and'
    if (isAnd && argument?.type === 'ArrayExpression')
      return (argument['elements'] as Syntax[]).flatMap((element) => this.#conditionOf(element))
    if (isAnd && argument?.type === 'ObjectExpression')
      return propertiesOf(argument).map(({ key, value: of }) => `${snakeCase(key)} = ${this.#value(of)}`)
    return this.#existing(node)
  }

  #equality(column: Syntax | undefined, value: Syntax | undefined, isColumn = false): string[] {
    const [name, other] = [textOf(column), textOf(value)]
    if (name === undefined || !value) return []
    if (!isColumn) return [`${snakeCase(name)} = ${this.#value(value)}`]
    return other === undefined ? [] : [`${snakeCase(name)} = ${snakeCase(other)}`]
  }

  #value(node: Syntax) {
    // A subquery or a column is no value that is known before.
    if (node.type === 'CallExpression' && /\bselectFrom|\.ref\(|^ref\(/.test(this.#codeOf(node))) return 'null'
    const code = this.#codeOf(node)
    const number = this.#values.get(code) ?? this.#values.size + 1
    this.#values.set(code, number)
    return `$${number}`
  }

  #existing(node: Syntax | undefined): string[] {
    const texts = node ? statementsIn(node).map((statement) => this.write(statement)) : []
    return texts.flatMap((text) => (text === null ? [] : [`exists (${text})`]))
  }

  /** Each row of `values` has the column of its table's distribution, so it names its shard. */
  #insert(table: string, steps: Step[]) {
    const query = steps.find(({ name }) => name === 'expression')
    const [inner] = query?.args.flatMap(statementsIn) ?? []
    const text = inner && this.write(inner)
    if (query) return `insert into ${table} ${text ?? 'select 1'}`
    const distribution = distributions.get(table.split(' ')[0] ?? '')
    const parts = steps.flatMap(({ args }) => args.flatMap((argument) => this.#existing(argument)))
    const column =
      typeof distribution === 'object' ? [`${distribution.column} = ${this.#rowValue(distribution.column, steps)}`] : []
    const where = [...column, ...parts]
    return `select 1 from ${table}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`
  }

  #rowValue(column: string, steps: Step[]) {
    const [row] = steps.find(({ name }) => name === 'values')?.args ?? []
    const property =
      row?.type === 'ObjectExpression' ? propertiesOf(row).find(({ key }) => snakeCase(key) === column) : undefined
    return property ? this.#value(property.value) : `$${this.#values.size + 100}`
  }

  #codeOf(node: Syntax) {
    return this.#code.slice(node.start, node.end)
  }
}

/** The outermost statements in a node, which may be one itself. */
export function statementsIn(node: Syntax): Syntax[] {
  if (isStatement(node)) return [node]
  return childrenOf(node).flatMap(statementsIn)
}

function stepsIn(node: Syntax): Step[] {
  const body = node.type === 'ArrowFunctionExpression' ? (node['body'] as Syntax) : node
  return stepsOf(body)
}

function isAlias(node: Syntax) {
  return aliasOf(node) !== undefined
}

/** Of `eb.selectFrom('users').as('u')`. */
function aliasOf(node: Syntax) {
  return stepsIn(node)
    .flatMap(({ name, args }) => (name === 'as' ? [textOf(args[0])] : []))
    .at(-1)
}

function propertiesOf(node: Syntax) {
  return (node['properties'] as Syntax[]).flatMap((property) =>
    property.type === 'Property' && (property['key'] as Syntax).type === 'Identifier'
      ? [{ key: String((property['key'] as Syntax)['name']), value: property['value'] as Syntax }]
      : [],
  )
}

function snakeCase(text: string) {
  return text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
