import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { reportProfile } from '#contract/moderation/calls.ts'
import { reportCheck } from '#server/platform/checks.ts'
import type { FinishedRun } from '#server/platform/jobs/jobs.ts'
import type { PushOutcome } from '#server/platform/push/push-outcome.ts'
import { buildMember } from '#tests/support/builders.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { readsOf } from './prom-names.ts'

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.object({ summary: z.string() }),
        }),
      ),
    }),
  ),
})
const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})

const rules = Rules.parse(parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8'))).groups[0]?.rules ?? []
const { panels } = Dashboard.parse(JSON.parse(readFileSync('deploy/grafana/rendezvous.json', 'utf8')))
const expressions = [
  ...rules.map(({ alert, expr }) => ({ name: alert, expr })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, expr }))),
]

/** Prometheus adds them. */
const added = { metrics: ['up'], labels: ['instance', 'job', 'le'] }
/** Values without a sample here: the compiler knows that the program has them. */
const outcomes: { push: PushOutcome['type']; run: FinishedRun['outcome'] } = { push: 'rejected', run: 'failed' }
const unsampled = new Set([
  `push_messages_total outcome=${outcomes.push}`,
  `job_runs_total outcome=${outcomes.run}`,
  'http_request_duration_seconds_count status=5xx',
  'check_differences check=balances',
])

let site: TestApp
const metrics = new Set<string>()
const labels = new Set(added.labels)
const samples = new Set<string>()

beforeAll(async () => {
  site = await startTestApp()
  const member = await buildMember(site.context)
  const other = await buildMember(site.context)
  const subject = { clientId: randomUUID(), profileId: other.profileId, photoId: null, message: null }
  const body = { ...subject, reason: 'scam', text: '', isBlocking: false } as const
  const reported = await site.call(reportProfile, { body }, member)
  if (reported.status !== 200) throw new Error(`the report was answered ${reported.status}`)
  await reportCheck(site.context, { name: 'balances', found: 0, repaired: 0 })
  await site.context.jobs.runDue()
  await site.app.inject('/health')
  const { body: text } = await site.app.inject('/metrics')
  for (const [, name = ''] of text.matchAll(/^# TYPE (\w+) /gm)) metrics.add(name)
  for (const [, name = '', inside = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    metrics.add(name)
    for (const [, label = '', value = ''] of inside.matchAll(/(\w+)="([^"]*)"/g)) {
      labels.add(label)
      samples.add(`${name} ${label}=${value}`)
    }
  }
})
afterAll(() => site.close())

test('there are rules and panels', () => {
  expect(rules.length).toBeGreaterThan(10)
  expect(panels.length).toBeGreaterThan(10)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
})

test.each(expressions)('$name reads what /metrics has', ({ expr }) => {
  const reads = readsOf(expr)
  expect(reads.metrics.length).toBeGreaterThan(0)
  expect(reads.metrics.filter((name) => !metrics.has(name) && !added.metrics.includes(name))).toEqual([])
  expect(reads.labels.filter((label) => !labels.has(label) && label !== 'outcome')).toEqual([])
  const unknown = reads.matchers
    .filter(({ metric, label }) => !added.metrics.includes(metric) && label !== 'route' && label !== 'method')
    .map(({ metric, label, value }) => `${metric} ${label}=${value}`)
    .filter((matcher) => !samples.has(matcher) && !unsampled.has(matcher))
  expect(unknown).toEqual([])
})

test('routes that expressions name are bound', () => {
  const routes = expressions.flatMap(({ expr }) =>
    [...expr.matchAll(/route!?="([^"]+)"/g)].map(([, route = '']) => route),
  )
  const bound = site.app.printRoutes({ commonPrefix: false, includeHooks: false })
  const boundRoutes = routes.filter(
    (route) => bound.includes(route) || site.app.hasRoute({ method: 'POST', url: route }),
  )
  expect(boundRoutes).toEqual(routes)
})

test('an expression is read whole', () => {
  const expr = 'sum by (a) (rate(x_total{b="c",d!="e"}[5m])) > 0.1 * max(y) and time() - z > 36 * 3600'
  expect(readsOf(expr)).toEqual({
    metrics: ['x_total', 'y', 'z'],
    matchers: [{ metric: 'x_total', label: 'b', value: 'c' }],
    labels: ['b', 'd', 'a'],
  })
})
