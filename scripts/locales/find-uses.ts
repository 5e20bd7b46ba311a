import { readFileSync } from 'node:fs'
import { parseSync, Visitor, type ESTree } from 'vite'
import type { Locale } from './check-texts.ts'

interface Use {
  file: string
  /** Slices or parts of slices that the translators of the file are bound to. */
  namespaces: string[]
  /** The key as a pattern; null if it is only known at run time. */
  key: RegExp | null
  source: string
}

/**
 * Finds uses of texts: `t('a.b')`, also with `.rich`, `.markup`, `.has` and with `${…}` inside, for every `t`
 * from `useTranslations`, `createTranslator` or a catalogue that the file imports. A key known only at run
 * time counts as any string of the sources.
 */
export function findUses(files: string[]) {
  const uses: Use[] = []
  const literals = new Set<string>()
  for (const file of files) readFile(file, uses, literals)

  const isUsed = (key: string) =>
    uses.some(({ namespaces, key: pattern }) =>
      namespaces.some((namespace) => {
        const rest = keyIn(namespace, key)
        if (rest === null) return false
        return pattern ? pattern.test(rest) : literals.has(rest)
      }),
    )

  return {
    unused: (locale: Locale) => [...locale.keys()].filter((key) => !isUsed(key)),
    missing: (locale: Locale) =>
      uses.flatMap(({ file, namespaces, key, source }) => {
        if (!key) return []
        const hasText = namespaces.some((namespace) =>
          [...locale.keys()].some((each) => key.test(keyIn(namespace, each) ?? '')),
        )
        return hasText ? [] : [{ file, key: `${namespaces.join(' or ')}.${source}` }]
      }),
  }
}

/** Returns a key without its namespace; null in another one. Without namespace translators use whole keys. */
function keyIn(namespace: string, key: string) {
  if (!namespace) return key
  return key.startsWith(`${namespace}.`) ? key.slice(namespace.length + 1) : null
}

function readFile(file: string, uses: Use[], literals: Set<string>) {
  const code = readFileSync(file, 'utf8')
  const { program } = parseSync(file, code)
  const namespaces = new Set([...code.matchAll(/from '#locales\/en\/([\w-]+)\.json'/g)].map(([, slice = '']) => slice))
  if (/\/emails\//.test(file)) namespaces.add('emails')
  const keys: ESTree.CallExpression[] = []
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') literals.add(value)
    },
    // The key of { key: … } counts too.
    Property({ key }) {
      if (key.type === 'Identifier') literals.add(key.name)
    },
    CallExpression(call) {
      const namespace = namespaceOf(call)
      if (namespace !== null) namespaces.add(namespace)
      else if (isTranslation(call)) keys.push(call)
    },
  }).visit(program)
  if (/web\/i18n\/messages/.test(file) || namespaces.size === 0) return
  for (const {
    arguments: [argument],
  } of keys) {
    if (!argument) continue
    const source = code.slice(argument.start, argument.end)
    uses.push({ file, namespaces: [...namespaces], key: patternOf(argument), source })
  }
}

/** `useTranslations('likes')`, `textsOf('likes', …)`, `createTranslator({ namespace: 'likes' })`: "likes". */
function namespaceOf({ callee, arguments: [argument] }: ESTree.CallExpression) {
  if (callee.type !== 'Identifier') return null
  if (callee.name === 'useTranslations') return argument?.type === 'Literal' ? String(argument.value) : ''
  if (callee.name === 'textsOf') return argument?.type === 'Literal' ? String(argument.value) : null
  if (callee.name !== 'createTranslator' || argument?.type !== 'ObjectExpression') return null
  for (const property of argument.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== 'namespace')
      continue
    if (property.value.type === 'Literal') return String(property.value.value)
  }
  return null
}

/** `t(…)`, `texts.t(…)`, `t.rich(…)` and the like; a translator's name is `t` or ends in `T`. */
function isTranslation({ callee }: ESTree.CallExpression): boolean {
  if (callee.type === 'Identifier') return isTranslatorName(callee.name)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  const { object, property } = callee
  if (isTranslatorName(property.name)) return true
  return object.type === 'Identifier' && isTranslatorName(object.name) && /^(?:rich|markup|has)$/.test(property.name)
}

function isTranslatorName(name: string) {
  return name === 't' || /[a-z]T$/.test(name)
}

function patternOf(argument: ESTree.Argument): RegExp | null {
  // `t(key as Key)`: the type of a built key can be too wide.
  if (argument.type === 'TSAsExpression') return patternOf(argument.expression)
  if (argument.type === 'Literal') return new RegExp(`^${escaped(String(argument.value))}$`)
  if (argument.type !== 'TemplateLiteral') return null
  return new RegExp(`^${argument.quasis.map(({ value }) => escaped(value.cooked ?? '')).join('.+')}$`)
}

function escaped(text: string) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
