import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logOptions } from './log.ts'

function logged(fields: object) {
  const lines: string[] = []
  pino(logOptions({ logLevel: 'info' }), { write: (line: string) => lines.push(line) }).info(fields, 'something')
  return lines.join('')
}

test('a request is logged by its method and route pattern, without its URL', () => {
  const line = logged({
    req: {
      id: 'r1',
      method: 'GET',
      url: '/secret-token?email=a',
      routeOptions: { url: '/:token' },
      headers: { cookie: 'c' },
    },
  })
  expect(JSON.parse(line)).toMatchObject({ req: { id: 'r1', method: 'GET', route: '/:token' } })
  expect(line).not.toMatch(/secret-token|email|cookie/)
})

test('a database error is logged without its values', () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
    code: '23505',
    constraint: 'users_email_key',
    detail: 'Key (email)=(anna@example.com) already exists.',
    where: 'anna@example.com',
  })
  const line = logged({ err: new Error('sign-up failed', { cause: error }) })
  expect(line).not.toContain('anna@example.com')
  expect(JSON.parse(line).err.cause).toMatchObject({ code: '23505', constraint: 'users_email_key' })
})

test('fields with secrets are hidden, also one level down', () => {
  const line = logged({ password: 'p4ss', account: { email: 'anna@example.com', token: 't0ken' } })
  expect(line).not.toMatch(/p4ss|anna|t0ken/)
})

test('values quoted in an error and recipients named by a mail server are removed', () => {
  const badValue = Object.assign(new Error('invalid input syntax for type date: "1990-02-31, "so""'), { code: '22007' })
  const rejected = new Error("Can't send mail: 550 <anna@example.com> unknown", { cause: badValue })
  const badJson = new SyntaxError('Unexpected token \'h\', "hush" is not valid JSON')
  const line = logged({ err: new Error('failed', { cause: rejected }) }) + logged({ err: badJson })
  expect(line).not.toMatch(/anna|example|1990|so"|hush/)
  expect(line).toContain('invalid input syntax for type date')
})

test('addresses are removed from a long message in little time', () => {
  const before = process.cpuUsage()
  const line = logged({ err: new Error(`${'a'.repeat(30_000)} anna@example.com,<bob@example.com>carl@x@y`) })
  // Each character as the possible beginning of an address took seconds.
  const { user, system } = process.cpuUsage(before)
  // In microseconds of processor time, which does not grow with what else the machine does.
  expect(user + system).toBeLessThan(1_000_000)
  expect(line).not.toMatch(/anna|bob|carl|example/)
})
