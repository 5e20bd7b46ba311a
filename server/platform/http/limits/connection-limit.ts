import type { FastifyInstance } from 'fastify'

/** Share of the open files for connections of clients. The rest is for the database, photos and modules. */
const SHARE = 0.75

/**
 * Limits open connections to a share of the files that the process may open; further ones are closed at once.
 * Without it, idle clients would make every file read fail. Windows has no such number.
 */
export function limitConnections(app: FastifyInstance, openFiles = maxOpenFiles()) {
  if (openFiles !== null) app.server.maxConnections = Math.floor(openFiles * SHARE)
}

let openFilesLimit: number | null | undefined

/** Returns the number of files that this process may open, or null if it is not limited. */
function maxOpenFiles() {
  openFilesLimit ??= readOpenFilesLimit()
  return openFilesLimit
}

function readOpenFilesLimit() {
  // The types have neither: otherwise a report looks the names of all connected addresses up.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  const limit = userLimits?.open_files?.soft
  return typeof limit === 'number' ? limit : null
}
