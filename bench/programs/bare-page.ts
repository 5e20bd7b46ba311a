// The page benchmark's opponent: Fastify sends one recorded response: `node bare-page.ts <file> [path]`.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { z } from 'zod'

const Recorded = z.object({ headers: z.record(z.string(), z.string()), body: z.string() })
const { headers, body } = Recorded.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')))
// Fastify and Node write these themselves.
const automaticHeaders = new Set(['date', 'connection', 'keep-alive', 'content-length'])
const rest = Object.fromEntries(Object.entries(headers).filter(([name]) => !automaticHeaders.has(name)))
const bytes = Buffer.from(body)

const app = Fastify()
app.get(process.argv[3] ?? '/members', async (_request, reply) => reply.headers(rest).send(bytes))
await app.listen({ host: '127.0.0.1', port: 0 })
// A server that listens on a TCP port has an address of this type.
process.send?.({ port: (app.server.address() as AddressInfo).port })
process.once('SIGTERM', () => process.exit())
process.once('disconnect', () => process.exit())
