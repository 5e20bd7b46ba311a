import { startSite } from '../../support/site.ts'

/** Starts one site for the whole run. Tests build their own members on it, so they do not affect each other. */
export default async function start() {
  const site = await startSite({ demoMembers: 120 })
  // Workers start later and inherit the environment.
  process.env['E2E_ORIGIN'] = site.origin
  process.env['E2E_DATA_DIR'] = site.dataDir
  return () => site.stop()
}
