/** The programs that files of `deploy/` are for check them, where they are on the path. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

interface Check {
  /** Of `deploy/`. */
  file: string
  /** Begins the program, such as `docker compose`. */
  command: string[]
  /** Arguments with which it ends at once, without an error. */
  version: string[]
  /** Arguments that check the file, which has been copied to `deploy` in the folder with all others. */
  args: string[]
  /** A line that it must reject, and after which line of the file it is added. */
  wrong: { line: string; after: RegExp }
  prepare?: () => void
  /** A further program that `prepare` needs. */
  needs?: string
  environment?: Record<string, string>
}

let folder: string
const openssl = 'openssl'
const certificate = { key: 'key.pem', chain: 'chain.pem', both: 'both.pem' }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rendezvous-deploy-'))
  cpSync('deploy', join(folder, 'deploy'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

function edit(file: string, change: (text: string) => string) {
  const path = join(folder, 'deploy', file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

/** For example.com, of no authority. */
function makeCertificate() {
  const [key, chain, both] = Object.values(certificate).map((name) => join(folder, name)) as [string, string, string]
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync(openssl, [...args, '-subj', '/CN=example.com', '-keyout', key, '-out', chain], { stdio: 'ignore' })
  writeFileSync(both, readFileSync(key, 'utf8') + readFileSync(chain, 'utf8'))
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

function prepareNginx() {
  makeCertificate()
  writeFileSync(join(folder, 'mime.types'), 'types { text/html html; }\n')
  edit('nginx.conf', (text) =>
    text
      .replace(/^user .*$/m, `pid ${join(folder, 'nginx.pid')};`)
      .replace('/etc/nginx/mime.types', join(folder, 'mime.types'))
      // Those of the system belong to root.
      .replace('access_log off;', (line) =>
        [line, ...temporary.map((name) => `${name}_temp_path ${folder};`)].join('\n'),
      )
      .replace('/etc/ssl/rendezvous/fullchain.pem', join(folder, certificate.chain))
      .replace('/etc/ssl/rendezvous/key.pem', join(folder, certificate.key)),
  )
}

function prepareHaproxy() {
  makeCertificate()
  edit('haproxy.cfg', (text) =>
    text
      .replaceAll(/^ +(?:user|group) .*\n/gm, '')
      .replace('/etc/haproxy/rendezvous.pem', join(folder, certificate.both)),
  )
}

/** Its programs are elsewhere, and a template needs the name of an instance. */
function prepareSystemd() {
  const bin = join(folder, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'node'), '#!/bin/sh\n', { mode: 0o755 })
  for (const unit of readdirSync(join(folder, 'deploy/systemd')))
    edit(join('systemd', unit), (text) => text.replaceAll('/srv/rendezvous', folder))
  const units = join(folder, 'deploy/systemd')
  renameSync(join(units, 'rendezvous@.service'), join(units, 'rendezvous@web.service'))
}

function systemdCheck(unit: string): Check {
  return {
    file: `systemd/${unit}`,
    command: ['systemd-analyze'],
    version: ['--version'],
    args: ['verify', '--man=no', join('deploy/systemd', unit)],
    wrong: { line: 'Restarts=always', after: /^\[(?:Service|Timer)\]$/m },
    prepare: prepareSystemd,
  }
}

const checks: Check[] = [
  {
    file: 'nginx.conf',
    command: ['nginx'],
    version: ['-v'],
    args: ['-t', '-q', '-e', 'stderr', '-p', './', '-c', 'deploy/nginx.conf'],
    wrong: { line: 'proxy_passes http://rendezvous;', after: /location \/ \{$/m },
    prepare: prepareNginx,
    needs: openssl,
  },
  {
    file: 'Caddyfile',
    command: ['caddy'],
    version: ['version'],
    args: ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'],
    wrong: { line: 'reverse_proxies localhost', after: /^\{\$DOMAIN\} \{$/m },
    environment: { DOMAIN: 'example.com', UPSTREAM: '127.0.0.1:3000 127.0.0.1:3001' },
  },
  {
    file: 'haproxy.cfg',
    command: ['haproxy'],
    version: ['-v'],
    args: ['-c', '-q', '-f', 'deploy/haproxy.cfg'],
    wrong: { line: '    balances leastconn', after: /^backend nodes$/m },
    prepare: prepareHaproxy,
    needs: openssl,
  },
  {
    file: 'prometheus/prometheus.yml',
    command: ['promtool'],
    version: ['--version'],
    args: ['check', 'config', 'deploy/prometheus/prometheus.yml'],
    wrong: { line: '  scrape_every: 15s', after: /^global:$/m },
    prepare: () => writeFileSync(join(folder, 'deploy/prometheus/metrics-token'), 'token'),
  },
  {
    file: 'prometheus/alerts.yml',
    command: ['promtool'],
    version: ['--version'],
    args: ['check', 'rules', 'deploy/prometheus/alerts.yml'],
    wrong: { line: '        for: ever', after: /- alert: LedgerDiffers$/m },
  },
  ...readdirSync('deploy/systemd').map((unit) => systemdCheck(unit.replace('@.', '@web.'))),
  {
    file: 'compose.yaml',
    command: ['docker', 'compose'],
    version: ['version'],
    args: ['-f', 'deploy/compose.yaml', 'config', '--quiet'],
    wrong: { line: '    images: rendezvous', after: /^ {2}web:$/m },
    prepare: () => cpSync(join(folder, 'deploy/site.env.example'), join(folder, 'deploy/site.env')),
    environment: { DOMAIN: 'example.com' },
  },
  {
    file: 'Dockerfile',
    command: ['hadolint'],
    version: ['--version'],
    args: ['--failure-threshold', 'error', 'deploy/Dockerfile'],
    wrong: { line: 'RUNS true', after: /^WORKDIR \/app$/m },
  },
]

function run({ command: [program = '', ...first], environment }: Check, args: string[]) {
  const { PATH = '' } = process.env
  const { status, stdout, stderr } = spawnSync(program, [...first, ...args], {
    cwd: folder,
    encoding: 'utf8',
    // What a program stores beside the check is in the folder, too.
    env: { PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...environment },
  })
  const output = `${stdout}${stderr}`
  // systemd-analyze also reads the units of this machine.
  const isOwn = (line: string) => program !== 'systemd-analyze' || line.includes('rendezvous')
  return { status, output: output.split('\n').filter(isOwn).join('\n').trim() }
}

test.for(checks)('deploy/$file is accepted by its program, and rejected with a mistake', (check, { skip }) => {
  const name = check.command.join(' ')
  const isThere = run(check, check.version).status === 0
  skip(!isThere, `The check of deploy/${check.file} needs ${name}, which is not there.`)
  const hasAll = check.needs === undefined || spawnSync(check.needs, ['version']).status === 0
  skip(!hasAll, `The check of deploy/${check.file} needs ${check.needs}, which is not there.`)
  check.prepare?.()
  const { status, output } = run(check, check.args)
  // systemd-analyze ends without an error after a warning, and says nothing without one.
  expect(status !== 0 || name === 'systemd-analyze' ? output : '').toBe('')
  edit(check.file, (text) => text.replace(check.wrong.after, (line) => `${line}\n${check.wrong.line}`))
  const wrong = run(check, check.args)
  expect(name === 'systemd-analyze' ? wrong.output !== '' : wrong.status !== 0).toBe(true)
})
