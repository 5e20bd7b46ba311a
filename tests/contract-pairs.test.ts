import { expect, test } from 'vitest'
import { calls, schemas, schemasFileOf } from '#tests/support/audits/endpoints.ts'

test('each call has its schemas, and each schemas of a call have their call', () => {
  const ofCalls = Object.entries(calls).flatMap(([file, module]) =>
    Object.keys(module).map((name) => `${schemasFileOf(file)} ${name}`),
  )
  const ofSchemas = Object.entries(schemas).flatMap(([file, module]) =>
    Object.entries(module).flatMap(([name, value]) => (isOfCall(value) ? [`${file} ${name}`] : [])),
  )
  expect(ofCalls.length).toBeGreaterThan(100)
  expect(ofSchemas.toSorted()).toEqual(ofCalls.toSorted())
})

function isOfCall(value: unknown) {
  return typeof value === 'object' && value !== null && 'summary' in value && 'reply' in value
}
