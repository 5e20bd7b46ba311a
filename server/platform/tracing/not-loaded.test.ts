import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Prints the packages of OpenTelemetry that a module loads with all that it imports, packages excepted. */
const program = (module: string) => `
  import { registerHooks } from 'node:module'
  const packages = []
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('@opentelemetry/') && !context.parentURL.includes('/node_modules/')) packages.push(specifier)
      return next(specifier, context)
    },
  })
  await import('./${module}')
  process.stdout.write(JSON.stringify([...new Set(packages)]))
`

async function packagesOf(module: string): Promise<string[]> {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program(module)])
  return JSON.parse(stdout)
}

test('the program loads the packages of OpenTelemetry only where something is traced', async () => {
  const [app, tracer] = await Promise.all([
    packagesOf('server/app.ts'),
    packagesOf('server/platform/tracing/tracer.ts'),
  ])
  expect(app).toEqual([])
  expect(tracer).toContain('@opentelemetry/api')
})
