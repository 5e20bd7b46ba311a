import { readFileSync } from 'node:fs'
import { parseSync, Visitor, type ESTree } from 'vite'
import { variablesIn, type Locale } from './check-texts.ts'

interface Range {
  start: number
  end: number
}

interface Translator extends Range {
  name: string
  namespace: string
}

/**
 * Finds uses of texts without a value for a variable, which readers would see as "undefined". Checks
 * `t('a.b')` and `t('a.b', { … })` where `t` is declared in the function or around it, no other forms.
 */
export function findMissingValues(file: string, english: Locale) {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  const functions: Range[] = []
  const translators: Translator[] = []
  const calls: ESTree.CallExpression[] = []
  new Visitor({
    FunctionDeclaration: (node) => void functions.push(node),
    FunctionExpression: (node) => void functions.push(node),
    ArrowFunctionExpression: (node) => void functions.push(node),
    VariableDeclarator(declarator) {
      const namespace = declarator.init && namespaceOf(declarator.init)
      if (declarator.id.type !== 'Identifier' || typeof namespace !== 'string') return
      // The function around a declaration is entered before it.
      const scope = functions.findLast(({ end }) => end > declarator.start)
      if (scope) translators.push({ name: declarator.id.name, namespace, start: declarator.start, end: scope.end })
    },
    CallExpression: (call) => void calls.push(call),
  }).visit(program)

  return calls.flatMap(({ callee, arguments: [key, values], start }) => {
    const names = namesOf(values)
    if (callee.type !== 'Identifier' || key?.type !== 'Literal' || !names) return []
    const translator = translators.findLast(
      (each) => each.name === callee.name && each.start < start && start < each.end,
    )
    if (!translator) return []
    const fullKey = [translator.namespace, String(key.value)].filter(Boolean).join('.')
    const missing = variablesIn(english.get(fullKey) ?? '').filter((name) => !names.includes(name))
    return missing.map((name) => ({ file, key: fullKey, name }))
  })
}

/** `useTranslations('likes')`: "likes"; without an argument: "". */
function namespaceOf(init: ESTree.Expression) {
  if (init.type !== 'CallExpression' || init.callee.type !== 'Identifier') return null
  if (init.callee.name !== 'useTranslations') return null
  const [argument] = init.arguments
  if (!argument) return ''
  return argument.type === 'Literal' ? String(argument.value) : null
}

/** The names of the given values; null if they are only known at run time. */
function namesOf(values: ESTree.Argument | undefined) {
  if (!values) return []
  if (values.type !== 'ObjectExpression') return null
  const names: string[] = []
  for (const property of values.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return null
    names.push(property.key.name)
  }
  return names
}
