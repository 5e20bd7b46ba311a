/** Reads the syntax tree of a TypeScript file, as far as statements of the database need it. */
import { parseSync } from 'vite'

export interface Syntax {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/** @throws Error when the file has an error of syntax */
export function syntaxOf(code: string, file: string) {
  const { program, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return program as unknown as Syntax
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string'
}

/** The nodes directly below a node, in the order of the code. */
export function childrenOf(node: Syntax): Syntax[] {
  return Object.values(node)
    .flat()
    .filter(isSyntax)
    .toSorted((one, other) => one.start - other.start)
}

/** The text of a literal; undefined for other nodes. */
export function textOf(node: Syntax | undefined) {
  return node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined
}

/** A call in a chain, such as `where('id', '=', id)` of `db.selectFrom('users').where('id', '=', id)`. */
export interface Step {
  name: string
  args: Syntax[]
}

/** Takes a chain of calls apart, the first one first. What it starts with, such as `db`, is left out. */
export function stepsOf(node: Syntax): Step[] {
  const callee = node['callee'] as Syntax | undefined
  if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') {
    // `({ selectFrom }) => selectFrom('users')`
    const name = callee?.type === 'Identifier' ? String(callee['name']) : undefined
    return name === undefined ? [] : [{ name, args: node['arguments'] as Syntax[] }]
  }
  const property = callee['property'] as Syntax
  return [
    ...stepsOf(callee['object'] as Syntax),
    { name: String(property['name']), args: node['arguments'] as Syntax[] },
  ]
}
