import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { connectRaw, sendRaw } from '#tests/support/raw-http.ts'
import { limitConnections } from './connection-limit.ts'

const app = Fastify()
afterEach(() => app.close())

test('connections leave a part of the files to the process, and a closed one gives its part back', async () => {
  limitConnections(app, 8)
  app.get('/page', async () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const open = await Promise.all(Array.from({ length: 6 }, () => connectRaw(app)))
  const further = await connectRaw(app)
  await further.closed()
  expect(further.text()).toBe('')

  open[0]?.socket.destroy()
  await open[0]?.closed()
  await expect
    .poll(() =>
      sendRaw(app, 'GET /page HTTP/1.1\r\nhost: x\r\n\r\n').then(
        ({ status }) => status,
        () => null,
      ),
    )
    .toBe(200)
  for (const { socket } of open) socket.destroy()
})

// Elsewhere there may be no limit.
test.runIf(process.platform === 'linux')('the number of files is that of the process', () => {
  const other = Fastify()
  limitConnections(other)
  expect(other.server.maxConnections).toBeGreaterThan(0)
})
