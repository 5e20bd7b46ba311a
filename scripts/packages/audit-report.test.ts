import { expect, test } from 'vitest'
import { accepted, readAudit } from './audit-report.ts'

const advisory = (id: string, severity = 'high') => ({
  source: 1,
  name: 'left',
  dependency: 'left',
  title: `Flaw ${id}`,
  url: `https://github.com/advisories/${id}`,
  severity,
  range: '<2',
})

const report = (...via: unknown[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: { left: { name: 'left', via }, pad: { name: 'pad', via: ['left'] } },
    metadata: {},
  })

const finding = (id: string) => ({
  package: 'left',
  title: `Flaw ${id}`,
  severity: 'high',
  url: `https://github.com/advisories/${id}`,
})

test('each advisory is a finding, once, however many packages depend on it', () => {
  expect(readAudit(report(advisory('advisory-1'), advisory('advisory-1'), advisory('advisory-2')), new Map())).toEqual({
    kind: 'audited',
    findings: [finding('advisory-1'), finding('advisory-2')],
    accepted: [],
    unneeded: [],
  })
})

test('a finding with a written reason is accepted, and a reason without its finding is reported', () => {
  const reasons = new Map([
    ['https://github.com/advisories/advisory-1', 'Only a server that parses XML has it.'],
    ['https://github.com/advisories/advisory-9', 'Mended since.'],
  ])
  expect(readAudit(report(advisory('advisory-1'), advisory('advisory-2')), reasons)).toEqual({
    kind: 'audited',
    findings: [finding('advisory-2')],
    accepted: [finding('advisory-1')],
    unneeded: ['https://github.com/advisories/advisory-9'],
  })
})

test('a report without advisories has no findings', () => {
  expect(readAudit('{"auditReportVersion":2,"vulnerabilities":{}}', new Map())).toMatchObject({ findings: [] })
})

test.each([
  ['{"message":"405 Method Not Allowed\\nmore","statusCode":405,"error":{"summary":""}}', '405 Method Not Allowed'],
  ['{"error":{"code":"ENOTFOUND","summary":"getaddrinfo ENOTFOUND"}}', 'getaddrinfo ENOTFOUND'],
  ['', 'no answer'],
  ['npm error', 'no answer'],
])('%s is no answer', (output, reason) => {
  expect(readAudit(output)).toEqual({ kind: 'unavailable', reason })
})

test('every accepted finding has a reason', () => {
  expect([...accepted.values()].filter((reason) => reason.length < 30)).toEqual([])
})
