/** What a PromQL expression reads: names of metrics, and the labels that it names. */
export interface Reads {
  metrics: string[]
  /** `name="value"` of matchers for equality, with the metric that they stand at. */
  matchers: { metric: string; label: string; value: string }[]
  /** Of `by (…)` and of matchers. */
  labels: string[]
}

const words = new Set(['by', 'without', 'and', 'or', 'unless', 'on', 'ignoring', 'bool', 'offset'])

/** Reads expressions as those of deploy/ are: no subqueries, no quotes in values. */
export function readsOf(expression: string): Reads {
  const reads: Reads = { metrics: [], matchers: [], labels: [] }
  const withoutMatchers = expression.replaceAll(/(\w+)\{([^}]*)\}/g, (_, metric: string, inside: string) => {
    for (const [, label = '', operator, value = ''] of inside.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)) {
      reads.labels.push(label)
      if (operator === '=') reads.matchers.push({ metric, label, value })
    }
    return metric
  })
  const plain = withoutMatchers
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without|on|ignoring)\s*\(([^)]*)\)/g, (_, _word, inside: string) => {
      reads.labels.push(...inside.split(',').map((label) => label.trim()))
      return ''
    })
  for (const [, name = ''] of plain.matchAll(/(?<![\w$.])([a-z_]\w*)(?!\s*\(|\w)/g))
    if (!words.has(name)) reads.metrics.push(name)
  return reads
}
