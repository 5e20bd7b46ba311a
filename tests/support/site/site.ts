import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startProgram } from '#tests/support/programs/program.ts'

/** The whole built site, as a program of its own with a small demo. */
export interface Site {
  origin: string
  dataDir: string
  pid: number
  /** What it has logged so far. */
  logged(): string
  /** Stops it and deletes its data. Throws when it does not end with 0, or has logged without `mayLog`. */
  stop(): Promise<void>
  /** Stops it without waiting. */
  kill(): void
}

interface SiteInput {
  demoMembers: number
  environment?: Record<string, string>
  mayLog?: boolean
}

/** Starts the site on a temporary data folder and a free port; ready when this returns. */
export async function startSite({ demoMembers, environment = {}, mayLog = false }: SiteInput): Promise<Site> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'rendezvous-site-'))
  const program = startProgram([process.execPath, 'server/main.ts'], {
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    DEMO_MEMBERS: String(demoMembers),
    LOG_LEVEL: 'warn',
    // Many visitors call from one machine: each sends an own address in a header.
    TRUST_PROXY: 'true',
    REQUESTS_PER_MINUTE: '1000000',
    ...environment,
  })
  // The site must not outlive the test run.
  const kill = () => program.kill('SIGTERM')
  process.once('exit', kill)
  await program.waitForOutput(`Ready on ${origin}`)
  return {
    origin,
    dataDir,
    pid: program.pid,
    logged: () => program.stderr(),
    kill,
    async stop() {
      program.kill('SIGTERM')
      const code = await program.ended
      process.off('exit', kill)
      await rm(dataDir, { recursive: true, force: true })
      if (code !== 0) throw new Error(`the site ended with ${code}: ${program.stderr()}`)
      if (!mayLog && program.stderr() !== '') throw new Error(`the site has logged: ${program.stderr()}`)
    },
  }
}
