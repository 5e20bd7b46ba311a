import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { rejectForeignOrigin } from './request-origin.ts'
import { createHttpServer } from '#server/platform/http/server.ts'

let app: FastifyInstance
afterEach(() => app.close())

async function statusOf(
  { publicUrl, trustProxy = false }: { publicUrl: string; trustProxy?: boolean },
  headers: Record<string, string>,
) {
  app = await createHttpServer({ config: { publicUrl, trustProxy }, log: pino({ level: 'silent' }) })
  app.post('/form', { preParsing: async (request) => rejectForeignOrigin(request) }, async () => 'ok')
  return (await app.inject({ method: 'POST', url: '/form', headers: { host: 'dating.example', ...headers } }))
    .statusCode
}

const [https, http] = ['https://dating.example', 'http://dating.example']
const forwarded = { 'x-forwarded-proto': 'https' }

describe('a request with the header Origin', () => {
  test.each([
    ['its own', { publicUrl: https }, { origin: https }, 200],
    ['its own in capitals', { publicUrl: https }, { origin: 'https://Dating.example' }, 200],
    ['none', { publicUrl: https }, {}, 200],
    ['that of its twin without encryption', { publicUrl: https }, { origin: http }, 403],
    ['that of its twin, and the proxy says nothing', { publicUrl: https, trustProxy: true }, { origin: http }, 403],
    ['its own on plain HTTP', { publicUrl: http }, { origin: http }, 200],
    ['HTTPS, which the site does not have', { publicUrl: http }, { origin: https }, 403],
    ['HTTPS, and an untrusted proxy', { publicUrl: http }, { origin: https, ...forwarded }, 403],
    ['HTTPS, and a trusted proxy', { publicUrl: http, trustProxy: true }, { origin: https, ...forwarded }, 200],
    ['another port', { publicUrl: https }, { origin: `${https}:8443` }, 403],
    ['a user name', { publicUrl: https }, { origin: 'https://evil@dating.example' }, 403],
    ['a path', { publicUrl: https }, { origin: `${https}/` }, 403],
    ['null', { publicUrl: https }, { origin: 'null' }, 403],
    ['none of a page', { publicUrl: https }, { origin: https, 'sec-fetch-site': 'cross-site' }, 403],
  ])('%s', async (_name, site, headers, status) => {
    expect(await statusOf(site, headers)).toBe(status)
  })
})
