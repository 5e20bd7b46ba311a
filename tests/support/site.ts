import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startProgram } from './program.ts'

/** The whole site, built, as a program of its own with a small demo. */
export interface Site {
  origin: string
  dataDir: string
  /** Stops it and deletes its data. Fails when it has logged anything or does not stop in good order. */
  stop(): Promise<void>
  /** When there is no time left. */
  kill(): void
}

interface Wishes {
  demoMembers: number
  environment?: Record<string, string>
}

/** Starts the site on a temporary data folder and a free port; ready when this returns. */
export async function startSite({ demoMembers, environment = {} }: Wishes): Promise<Site> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'rendezvous-site-'))
  const program = startProgram([process.execPath, 'server/main.ts'], {
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    DEMO_MEMBERS: String(demoMembers),
    LOG_LEVEL: 'warn',
    // Many visitors from one machine: each says in a header who it would be.
    TRUST_PROXY: 'true',
    REQUESTS_PER_MINUTE: '1000000',
    ...environment,
  })
  // Whatever happens to the run, the site does not outlive it.
  const kill = () => program.kill('SIGTERM')
  process.once('exit', kill)
  await program.waitForOutput(`Ready on ${origin}`)
  return {
    origin,
    dataDir,
    kill,
    async stop() {
      program.kill('SIGTERM')
      const code = await program.ended
      process.off('exit', kill)
      await rm(dataDir, { recursive: true, force: true })
      if (code !== 0) throw new Error(`the site ended with ${code}: ${program.stderr()}`)
      if (program.stderr() !== '') throw new Error(`the site has logged: ${program.stderr()}`)
    },
  }
}
