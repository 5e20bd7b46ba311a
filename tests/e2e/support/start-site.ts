import { changeSettings } from '#server/features/settings/service.ts'
import { startSite, type Site } from '#tests/support/site/site.ts'
import { openTestSite } from '#tests/support/site/test-site.ts'

/** Starts one site for the run. Tests build their own members on it, so they do not affect each other. */
export default async function start() {
  const site = await startSite({ demoMembers: 120 })
  await askNothing(site)
  // Workers start later and inherit the environment.
  process.env['E2E_ORIGIN'] = site.origin
  process.env['E2E_DATA_DIR'] = site.dataDir
  return () => site.stop()
}

/** Only the tests of the warning and of push messages see what asks for them. */
export async function askNothing(site: Site) {
  const context = await openTestSite(site)
  const { id } = context.sites.of('localhost')
  await changeSettings(context, { siteId: id, settings: { enable_site_entry_popup: 'no', push_public_key: '' } })
  await context.close()
}
