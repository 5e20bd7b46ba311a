import { readFile } from 'node:fs/promises'
import { filesOfZip } from '#tests/support/zip.ts'
import { expectAccessible } from '../support/screen.ts'
import { visitSettings } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test('a member requests the own data and downloads it', async ({ open, build, t }) => {
  const ada = await build({ name: 'Ada', about: 'I like cake' })
  const page = await open(ada)
  await visitSettings(page, t)
  await page.getByRole('button', { name: t('exports.request'), exact: true }).click()
  const link = page.getByRole('link', { name: t('exports.download'), exact: true })
  await expect(link).toBeVisible()
  await expectAccessible(page)
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const files = filesOfZip(await readFile(await download.path()))
  expect(JSON.parse(String(files.get('profile.json')))).toMatchObject({ name: 'Ada', about: 'I like cake' })
})
