import { startSite } from '../../support/site.ts'

/** One site for the whole run. Tests build their own members on it, so they do not meet each other. */
export default async function start() {
  const site = await startSite({ demoMembers: 120 })
  // Workers are started after this and inherit it.
  process.env['E2E_ORIGIN'] = site.origin
  process.env['E2E_DATA_DIR'] = site.dataDir
  return () => site.stop()
}
