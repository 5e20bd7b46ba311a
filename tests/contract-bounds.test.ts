import { z } from 'zod'
import { expect, test } from 'vitest'
import { ProtocolMessage } from '#contract/realtime-protocol-schemas.ts'
import { ReceivedMessage, TypingMessage } from '#contract/realtime.ts'
import { endpoints } from '#tests/support/audits/endpoints.ts'

/** Exceptions and their reasons. A place is `<call> <part>` and the path inside; `[]` is an array's entry. */
const exceptions = {
  'GET /api/settings query': 'loose: the client passes on the query of its page, and only `domain` is read (SET-1)',
  'GET /api/discountcode query':
    'loose: the client passes on the query of its page, and only two keys are read (PAY-11)',
  'POST /api/orders/:orderId/withdrawal body.credits': 'compared in memory with what is due',
  'POST /api/orders/:orderId/withdrawal body.amountMinor': 'compared in memory with what is due',
  'POST /api/repeat-order body.amountMinor': 'compared in memory with the price',
  'realtime protocol.after': 'compared with numbers in memory, and stored nowhere',
  'POST /api/push-subscription body.subscription.expirationTime': 'browsers send it, and nothing reads it',
} satisfies Record<string, string>

const requests: [string, z.ZodType][] = endpoints.flatMap(({ method, path, schemas: { params, query, body } }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [[`${method} ${path} ${part}`, schema] as [string, z.ZodType]] : [],
  ),
)

const messages: [string, z.ZodType][] = [
  ['realtime protocol', ProtocolMessage],
  ['realtime typing', TypingMessage],
  ['realtime received', ReceivedMessage],
]

test.each([...requests, ...messages])(
  '%s is strict, and its strings, numbers and arrays are bounded',
  (place, schema) => {
    const problems = problemsOf(schema, place).filter(
      (problem) => !Object.hasOwn(exceptions, problem.split(': ')[0] ?? ''),
    )
    expect(problems).toEqual([])
  },
)

// Strings of replies have no bound: they were checked when written, and a bound lowered later must not make
// stored data unreadable.
test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint.schemas.reply] as const))(
  'the reply of %s has no unbounded array',
  (place, schema) => {
    expect(problemsOf(schema, `${place} reply`).filter((problem) => problem.endsWith(': unbounded array'))).toEqual([])
  },
)

test('every exception is still needed', () => {
  const problems = [...requests, ...messages].flatMap(([place, schema]) => problemsOf(schema, place))
  for (const place of Object.keys(exceptions))
    expect(problems.some((problem) => problem.startsWith(`${place}: `))).toBe(true)
})

test.each([
  ['a string', z.strictObject({ name: z.string() }), 'planted.name: unbounded string'],
  ['a string in a pipe', z.string().trim().pipe(z.email()), 'planted: unbounded string'],
  ['an array', z.strictObject({ list: z.array(z.boolean()) }), 'planted.list: unbounded array'],
  ['a string in an array', z.array(z.string()).max(3), 'planted[]: unbounded string'],
  ['an object that is not strict', z.object({ a: z.boolean() }), 'planted: not strict'],
  ['an option of a union', z.union([z.boolean(), z.string().nullable()]), 'planted: unbounded string'],
  ['a number', z.strictObject({ seq: z.int().positive() }), 'planted.seq: unbounded number'],
  ['a value that can be anything', z.strictObject({ any: z.unknown() }), 'planted.any: unbounded unknown'],
] as const)('%s without a bound is found', (_what, schema, problem) => {
  expect(problemsOf(schema, 'planted')).toEqual([problem])
})

const boundingChecks = new Set(['max_length', 'length_equals'])
/** Formats of a fixed length. */
const boundedFormats = new Set(['uuid', 'date'])
const harmlessTypes = new Set(['boolean', 'enum', 'literal', 'null', 'undefined'])

/** Returns what is unbounded or not strict in a schema, each as `<place>: <problem>`. */
function problemsOf(schema: z.core.$ZodType, place: string): string[] {
  // The schemas of a description are of zod's classes, whose definitions are one union.
  const { def } = (schema as z.core.$ZodTypes)._zod
  const isBounded = (def.checks ?? []).some(({ _zod }) => boundingChecks.has(_zod.def.check))
  switch (def.type) {
    case 'string':
      return isBounded || ('format' in def && boundedFormats.has(String(def.format)))
        ? []
        : [`${place}: unbounded string`]
    case 'number':
      return (def.checks ?? []).some(({ _zod }) => _zod.def.check === 'less_than') ? [] : [`${place}: unbounded number`]
    case 'array':
      return [...(isBounded ? [] : [`${place}: unbounded array`]), ...problemsOf(def.element, `${place}[]`)]
    case 'object':
      return [
        ...(def.catchall?._zod.def.type === 'never' ? [] : [`${place}: not strict`]),
        ...Object.entries(def.shape).flatMap(([key, value]) => problemsOf(value, `${place}.${key}`)),
      ]
    case 'record':
      return [...problemsOf(def.keyType, `${place} keys`), ...problemsOf(def.valueType, `${place}{}`)]
    case 'union':
      return def.options.flatMap((option) => problemsOf(option, place))
    case 'pipe': {
      const problems = problemsOf(def.in, place)
      // A number that is converted from a text is bounded afterwards.
      return def.in._zod.def.type === 'number' && problemsOf(def.out, place).length === 0 ? [] : problems
    }
    case 'optional':
    case 'nullable':
    case 'default':
      return problemsOf(def.innerType, place)
    default:
      return harmlessTypes.has(def.type) ? [] : [`${place}: unbounded ${def.type}`]
  }
}
