import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { PHOTO_MAX_MEGABYTES } from '#contract/limits.ts'
import { SECOND } from '#contract/time.ts'
import { Environment, loadConfig } from '#server/config.ts'
import { httpTimeouts } from '#server/platform/http/limits/timeouts.ts'
import { JOBS_STOP_TIMEOUT_MS } from '#server/platform/jobs/worker.ts'
import { STOP_TIMEOUT_MS } from '#server/platform/lifecycle.ts'
import { connectionsNeeded } from '#server/platform/postgres/connections.ts'
import { sessionSettings } from '#server/platform/postgres/pool.ts'
import manifest from '../../package.json' with { type: 'json' }

const read = (name: string) => readFileSync(join('deploy', name), 'utf8')
const variables = new Set([...Object.keys(Environment.shape), 'NODE_COMPILE_CACHE'])

describe('container', () => {
  const lines = read('Dockerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.trim().split(/\s+/))
  const stages = lines.filter(([word]) => word === 'FROM').length
  const lastStage = lines.slice(lines.findLastIndex(([word]) => word === 'FROM'))
  const copied = lastStage.filter(([word]) => word === 'COPY').map((words) => words.slice(1, -1))

  test('has two stages, a fixed base, no root, a health check and no secret', () => {
    expect(stages).toBe(2)
    for (const [, image = ''] of lines.filter(([word]) => word === 'FROM')) expect(image).toMatch(/:(?!latest)[\w.-]+$/)
    const user = lastStage.findLast(([word]) => word === 'USER')?.[1]
    expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(lastStage.findIndex(([word]) => word === 'USER')).toBeLessThan(
      lastStage.findIndex(([word]) => word === 'CMD'),
    )
    expect(lastStage.map(([word]) => word)).toContain('HEALTHCHECK')
    expect(lines.flat().filter((word) => /SECRET|TOKEN|PASSWORD/.test(word))).toEqual([])
  })

  test('copies what exists, and nothing that is left out of the context', () => {
    const sources = lines
      .filter(([word, next]) => word === 'COPY' && !next?.startsWith('--'))
      .flatMap((words) => words.slice(1, -1))
    expect(sources.filter((source) => !existsSync(source))).toEqual([])
    const patterns = read('Dockerfile.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
      .map((pattern) => new RegExp(`^${pattern.replaceAll('.', String.raw`\.`).replaceAll('*', '.*')}$`))
    expect(sources.filter((source) => !patterns.some((pattern) => pattern.test(source)))).toEqual([])
  })

  test('has every file and package that the server imports', () => {
    const folders = copied.flat().map((source) => source.replace(/^\/app\//, ''))
    const { files, packages } = importsOf(['server/main.ts', ...commands()])
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter((file) => !folders.some((folder) => file === folder || file.startsWith(`${folder}/`)))).toEqual(
      [],
    )
    const dependencies = new Set(Object.keys(manifest.dependencies))
    expect(packages.filter((name) => !dependencies.has(name))).toEqual([])
  })

  test('the health check asks the path that answers without the database', () => {
    expect(read('health-check.mjs')).toContain('/health`')
  })
})

const Service = z.looseObject({
  image: z.string(),
  user: z.string().optional(),
  command: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  secrets: z.array(z.string()).optional(),
  profiles: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.unknown()).optional(),
  stop_grace_period: z.string().optional(),
})
const Compose = z.object({
  services: z.record(z.string(), Service),
  secrets: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
})

describe('compose', () => {
  const { services, secrets, volumes } = Compose.parse(parse(read('compose.yaml'), { merge: true }))
  const program = Object.entries(services).filter(([, { image }]) => image === 'rendezvous')

  test('the program runs without root, on a read-only system, once for requests and once for jobs', () => {
    const running = program.filter(([, { profiles }]) => !profiles)
    expect(running.map(([, { environment }]) => environment?.['ROLE'])).toEqual(['web', 'worker'])
    for (const [, service] of program) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] })
      expect(service.ports).toBeUndefined()
    }
  })

  test('the program has the time to stop, and within it its jobs', () => {
    for (const [, { stop_grace_period }] of program)
      expect(Number.parseInt(stop_grace_period ?? '', 10) * SECOND).toBeGreaterThan(STOP_TIMEOUT_MS)
    expect(STOP_TIMEOUT_MS).toBeGreaterThan(JOBS_STOP_TIMEOUT_MS)
  })

  test('only the proxy has ports', () => {
    expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['proxy'])
  })

  test('the database accepts the connections of as many processes as a machine can have', () => {
    const config = loadConfig({ PROCESSES: '29', DATA_DIR: 'node_modules/.cache/deploy-test' })
    expect(services['web']?.environment?.['PROCESSES']).toBe('auto')
    const [name, value] = services['database']?.command?.at(-1)?.split('=') ?? []
    expect(name).toBe('max_connections')
    // That counts a process for jobs, as the service `worker` is one.
    expect(Number(value)).toBeGreaterThanOrEqual(connectionsNeeded(config))
  })

  test('writes backups outside the data, by a command that exists, when it is asked to', () => {
    const { profiles, command = [], environment, volumes: mounted } = services['backup'] ?? {}
    expect(profiles).toEqual(['backup'])
    const [, script = ''] = /node_modules\/\.bin\/node (\S+) \/backups\//.exec(command.join(' ')) ?? []
    expect(existsSync(script)).toBe(true)
    expect(mounted).toContain('backups:/backups')
    // A volume is owned as the directory of the image.
    expect(read('Dockerfile')).toMatch(/install -d -o rendezvous -g rendezvous -m 0700 \/backups/)
    expect(environment?.['BACKUP_KEY_FILE']).toBe('/run/secrets/backup_key')
    expect(Object.keys(secrets)).toEqual(['backup_key'])
  })

  test('names variables, services and volumes that exist', () => {
    const named = program.flatMap(([, { environment }]) => Object.keys(environment ?? {}))
    expect(named.filter((name) => !variables.has(name))).toEqual([])
    const dependents = Object.values(services).flatMap(({ depends_on }) => Object.keys(depends_on ?? {}))
    expect(dependents.filter((name) => !(name in services))).toEqual([])
    const mounted = Object.values(services).flatMap(({ volumes: own = [] }) =>
      own.map((volume) => volume.split(':')[0] ?? ''),
    )
    const isThere = (source: string) =>
      source.startsWith('.') ? existsSync(join('deploy', source)) : source in volumes
    expect(mounted.filter((source) => !isThere(source))).toEqual([])
    for (const { image } of Object.values(services)) expect(image).toMatch(/^(rendezvous|[\w/]+:[\w.]+)$/)
  })
})

test('the example of the settings has what production needs, once it is filled in', () => {
  const lines = read('site.env.example')
    .split('\n')
    .filter((line) => /^\w/.test(line))
  const example = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  expect(Object.keys(example).filter((name) => !variables.has(name))).toEqual(['POSTGRES_PASSWORD'])
  const secrets = {
    APP_SECRET: 's'.repeat(64),
    METRICS_TOKEN: 't'.repeat(48),
    DATA_DIR: 'node_modules/.cache/deploy-test',
  }
  const filled: Record<string, string> = { ...example, ...secrets }
  expect(loadConfig(filled)).toMatchObject({ mode: 'production', publicUrl: 'https://example.com' })
  expect(() => loadConfig({ ...filled, APP_SECRET: '' })).toThrow('APP_SECRET must be set')
})

describe('systemd', () => {
  const units = readdirSync('deploy/systemd')
  const settingsOf = (unit: string) =>
    read(join('systemd', unit))
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)

  test.each(units.filter((unit) => unit.endsWith('.service')))(
    '%s starts a program that exists, without root',
    (unit) => {
      const settings = settingsOf(unit)
      const starts = settings.filter(([key]) => key === 'ExecStart').map(([, value]) => value.split(' '))
      expect(starts.length).toBeGreaterThan(0)
      for (const [program, script = ''] of starts) {
        expect(program).toBe('/srv/rendezvous/node_modules/.bin/node')
        expect(existsSync(script)).toBe(true)
      }
      expect(settings).toContainEqual(['User', 'rendezvous'])
      const named = settings.filter(([key]) => key === 'Environment').flatMap(([, value]) => value.split(' '))
      expect(named.map((each) => each.split('=')[0] ?? '').filter((name) => !variables.has(name))).toEqual([])
    },
  )

  test.each(['rendezvous.service', 'rendezvous@.service'])('%s gives the program the time to stop', (unit) => {
    const seconds = settingsOf(unit).find(([key]) => key === 'TimeoutStopSec')?.[1]
    expect(Number(seconds) * SECOND).toBeGreaterThan(STOP_TIMEOUT_MS)
  })

  test('every timer has its service', () => {
    const timers = units.filter((unit) => unit.endsWith('.timer'))
    expect(timers.length).toBeGreaterThan(0)
    expect(timers.filter((timer) => !units.includes(timer.replace('.timer', '.service')))).toEqual([])
  })
})

describe.each(['nginx.conf', 'Caddyfile'])('%s', (name) => {
  const text = read(name)

  test('closes connections before the program does, takes photos, and hides the metrics', () => {
    const [, keepAlive] = /keepalive(?:_timeout)? (\d+)s/.exec(text) ?? []
    expect(Number(keepAlive) * 1000).toBeLessThan(httpTimeouts.keepAliveMs)
    const [, megabytes] = /max_(?:body_)?size (\d+)m/i.exec(text) ?? []
    expect(Number(megabytes)).toBeGreaterThan(PHOTO_MAX_MEGABYTES)
    expect(text).toContain('/metrics')
  })

  test('every bracket is closed', () => {
    const plain = text.replaceAll(/#.*$/gm, '')
    expect(plain.match(/\{/g)?.length).toBe(plain.match(/\}/g)?.length)
  })
})

describe('haproxy.cfg', () => {
  const text = read('haproxy.cfg')
  const secondsOf = (name: string) => Number(new RegExp(`^ +timeout ${name} (\\d+)s$`, 'm').exec(text)?.[1])

  test('closes connections before the program does, waits longer than a check, and hides the metrics', () => {
    expect(secondsOf('http-keep-alive') * 1000).toBeLessThan(httpTimeouts.keepAliveMs)
    expect(secondsOf('check')).toBeGreaterThan(2)
    expect(text).toContain('404 if { path /metrics }')
  })

  test('repeats only what has no further effect, and asks whether a node is ready', () => {
    expect(text).toMatch(/disable-l7-retry unless \{ method GET HEAD \}/)
    expect(text).toMatch(/httpchk GET \/ready/)
  })
})

test('pgbouncer.ini has the settings of a session, which the program cannot send through it', () => {
  const text = read('pgbouncer.ini')
  const [, query = ''] = /connect_query='(.*)'/.exec(text) ?? []
  expect(query.split('; ').toSorted()).toEqual(
    Object.entries(sessionSettings())
      .map(([name, value]) => `set ${name} = ${value}`)
      .toSorted(),
  )
  expect(text).toMatch(/^pool_mode = transaction$/m)
})

test('in a container, without npm, each command is the file of its name', () => {
  const scripts = Object.entries(manifest.scripts).filter(([, script]) => script.includes('server/commands/'))
  expect(scripts.length).toBeGreaterThan(5)
  for (const [name, script] of scripts) {
    expect(script).toBe(`node server/commands/${name}.ts`)
    expect(existsSync(`server/commands/${name}.ts`)).toBe(true)
  }
})

function commands() {
  return readdirSync('server/commands').map((name) => `server/commands/${name}`)
}

/** Follows the imports of files, of types too. */
function importsOf(entries: string[]) {
  const files = new Set<string>()
  const packages = new Set<string>()
  const open = [...entries]
  for (let file = open.pop(); file; file = open.pop()) {
    if (files.has(file) || !existsSync(file)) continue
    files.add(file)
    const code = file.endsWith('.ts') ? readFileSync(file, 'utf8') : ''
    for (const [, typeOnly, from = '', dynamic = ''] of code.matchAll(
      /^(?:import|export)\b(\s+type\b)?(?:[^;'"]*?\bfrom)?\s*'([^'\n]+)'|\bimport\('([^'\n]+)'\)/gm,
    )) {
      const source = from || dynamic
      if (source.startsWith('node:') || typeOnly) continue
      if (source.startsWith('#')) open.push(source.slice(1))
      else if (source.startsWith('.')) open.push(relative('.', resolve(dirname(file), source)))
      else
        packages.add(
          source
            .split('/')
            .slice(0, source.startsWith('@') ? 2 : 1)
            .join('/'),
        )
    }
  }
  return { files: [...files], packages: [...packages] }
}
