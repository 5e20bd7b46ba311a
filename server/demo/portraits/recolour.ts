interface Definition {
  components: Record<string, unknown>
  colors: Record<string, unknown>
}

/**
 * Renames colours of single components: `{ head: { paper: 'skin' } }` fills the head with `skinColor` where
 * the style uses `paperColor`.
 */
export function recolour<D extends Definition>(definition: D, names: Record<string, Record<string, string>>) {
  const components = Object.entries(definition.components).map(([name, component]) => [
    name,
    withNames(component, names[name] ?? {}),
  ])
  const added = Object.values(names).flatMap((renamed) => Object.values(renamed))
  const colors = added.map((name) => [name, { values: ['#808080'] }])
  return {
    ...definition,
    components: Object.fromEntries(components),
    colors: { ...definition.colors, ...Object.fromEntries(colors) },
  }
}

function withNames(node: unknown, names: Record<string, string>): unknown {
  if (Array.isArray(node)) return node.map((child) => withNames(child, names))
  if (typeof node !== 'object' || node === null) return node
  if ('type' in node && node.type === 'color' && 'name' in node)
    return { ...node, name: names[String(node.name)] ?? node.name }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withNames(value, names)]))
}
