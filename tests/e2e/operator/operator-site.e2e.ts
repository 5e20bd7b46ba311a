import { randomUUID } from 'node:crypto'
import { CONTENT_VERSIONS_PER_PAGE } from '#contract/limits.ts'
import { changeCompany, createCompany, getCompany } from '#contract/operator/site/calls.ts'
import { MINUTE } from '#contract/time.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { expectAccessible, visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

/** An upload waits for the image process, which yields to everything else on a busy machine. */
const processed = { timeout: 2 * MINUTE }

// A site of its own: settings of the default site would change what other journeys see.
test(
  'an owner adds a company and a site of it, changes its settings, reads an error at its field, and undoes a change',
  { tag: '@phone' },
  async ({ open, t, testSite, watch }) => {
    watch.expectError(422, '/api/operator/sites/')
    const page = await open(await buildOperator(testSite))
    await visit(page, '/operator/sites')
    await expectAccessible(page)
    const company = `Hearts ${randomUUID().slice(0, 8)}`
    await page.getByRole('link', { name: t('operator-site.newCompany') }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('operator-site.newCompany') })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel(t('operator-site.companyFields.name'), { exact: true }).fill(company)
    await page.getByRole('button', { name: t('operator-site.create') }).click()
    await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible()

    await visit(page, '/operator/sites')
    const domain = `${randomUUID()}.example`
    const form = page.getByRole('region', { name: t('operator-site.newSite') })
    await form.getByLabel(t('operator-site.domain')).fill(domain)
    await form.getByLabel(t('operator-site.name'), { exact: true }).fill('Sparks')
    await form.getByLabel(t('operator-site.company')).selectOption({ label: company })
    await form.getByRole('button', { name: t('operator-site.create') }).click()
    await expect(page.getByRole('heading', { level: 1, name: domain })).toBeVisible()

    const name = page.getByLabel(t('operator-site.settings.name.label'))
    const colour = page.getByLabel(t('operator-site.settings.accent_colour.label'))
    await expect(name).toHaveValue('Sparks')
    await name.fill('Embers')
    await expect(page.getByRole('region', { name: t('operator-site.preview') })).toContainText('Embers')
    await colour.fill('green')
    await page
      .getByRole('status')
      .getByText(t('operator-site.changed', { count: 2 }))
      .waitFor()
    await expectAccessible(page)
    const save = page.getByRole('button', { name: t('operator-site.save') }).last()
    await save.click()
    await expect(colour).toHaveAccessibleDescription(t('errors.settings.colour_invalid'))
    await colour.fill('#006644')
    await save.click()
    await expect(page.getByText(t('operator-site.changed', { count: 2 }))).toBeHidden()
    const history = page.getByRole('region', { name: t('operator-site.history') })
    await expect(history.getByText('name, accent_colour')).toBeVisible()

    await history
      .getByRole('button', { name: t('operator-site.undo') })
      .first()
      .click()
    await expect(name).toHaveValue('Sparks')
    await expect(colour).toHaveValue('')

    const label = t('operator-site.settings.promo_tiles.label')
    const tiles = page.getByRole('group', { name: label, exact: true })
    await tiles.getByRole('button', { name: t('operator-site.rows.add') }).click()
    const tile = page.getByRole('group', { name: t('operator-site.rows.nth', { label, nth: 1 }) })
    await tile.getByLabel(t('operator-site.cells.title')).fill('Evenings out')
    await tile.getByLabel(t('operator-site.cells.url')).fill('http://partner.example')
    await expect(tiles.locator('[inert]')).toContainText('Evenings out')
    await save.click()
    await expect(tile.getByLabel(t('operator-site.cells.url'))).toHaveAccessibleDescription(
      t('operator-site.rows.wrong'),
    )
    await tile.getByLabel(t('operator-site.cells.url')).fill('https://partner.example')
    await save.click()
    await expect(history.getByText('promo_tiles')).toBeVisible()
    await expectAccessible(page)

    const address = new URL(page.url()).pathname
    const later = Array.from({ length: CONTENT_VERSIONS_PER_PAGE }, (_, index) => ({
      subject: address.slice('/operator/sites/'.length),
      version: 100 + index,
      before: JSON.stringify({}),
      after: JSON.stringify({ logo: '/a.svg' }),
      createdAt: new Date(),
    }))
    await testSite.db.insertInto('contentVersions').values(later).execute()
    await visit(page, address)
    await expect(history.getByRole('listitem')).toHaveCount(CONTENT_VERSIONS_PER_PAGE)
    await expect(history.getByText('promo_tiles')).toBeHidden()
    const older = page.getByRole('button', { name: t('operator-site.olderHistory') })
    await older.click()
    await expect(history.getByText('promo_tiles')).toBeVisible()
    await expect(older).toBeHidden()
  },
)

test('what an operator types stays when another one saves, and is not saved over it', async ({
  open,
  t,
  testSite,
  origin,
  watch,
}) => {
  const operator = await buildOperator(testSite)
  const company = {
    name: `Hearts ${randomUUID().slice(0, 8)}`,
    address: 'Canal Street 1',
    city: 'Delft',
    kvk: '',
    country: 'NL' as const,
    tradenames: [],
    vat_numbers: [],
    support_phone: '',
    sepa_creditor_id: '',
    delete_discount: 0,
  }
  const other = callsTo(origin, operator)
  const { companyId } = await other(createCompany, { body: company })
  const { version: expectedVersion } = await other(getCompany, { params: { companyId } })
  const page = await open(operator)
  await page.clock.install()
  await visit(page, `/operator/sites/company/${companyId}`)
  const city = page.getByLabel(t('operator-site.companyFields.city'), { exact: true })
  await city.fill('Gouda')
  await other(changeCompany, {
    params: { companyId },
    body: { ...company, address: 'Canal Street 2', expectedVersion },
  })
  // The operator comes back to the tab, where the data are old.
  await page.clock.fastForward(MINUTE)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  const history = page.getByRole('region', { name: t('operator-site.history') })
  await expect(history.getByRole('button', { name: 'address', exact: true })).toBeVisible()
  await expect(city).toHaveValue('Gouda')
  watch.expectError(409, '/api/operator/companies/')
  await page.getByRole('button', { name: t('operator-site.save') }).click()
  await expect(page.getByText(t('errors.settings.changed_meanwhile')).first()).toBeVisible()
  await expect(city).toHaveValue('Gouda')
})

test(
  'the texts of a landing page are previewed, shown to visitors, and removed',
  { tag: '@phone' },
  async ({ open, t, testSite }) => {
    const page = await open(await buildOperator(testSite))
    await visit(page, '/operator/sites/landers')
    await expectAccessible(page)
    const slug = `e-${randomUUID().slice(0, 8)}`
    await page.getByLabel(t('operator-site.lander.page'), { exact: true }).selectOption('gallery')
    await page.getByLabel(t('operator-site.lander.slug')).fill(slug)
    await page.getByRole('button', { name: t('operator-site.lander.open') }).click()
    const heading = page.getByLabel(t('operator-site.lander.texts.title'), { exact: true })
    await heading.fill('Summer on {site}')
    const preview = page.frameLocator('iframe')
    await expect(preview.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(/^Summer on [^{]+$/)
    const image = { name: 'face.jpg', mimeType: 'image/jpeg', buffer: await sampleImage() }
    await page.getByLabel(t('operator-site.lander.upload')).setInputFiles(image)
    const uploaded = page.getByRole('img', { name: t('operator-site.lander.imageNth', { nth: 1 }) })
    await expect(uploaded).toBeVisible(processed)
    const address = (await uploaded.getAttribute('src')) ?? ''
    await expect(preview.locator(`img[src="${address}"]`).first()).toBeAttached()
    await expectAccessible(page)
    await page.getByRole('button', { name: t('operator-site.save') }).click()
    await expect(page.getByRole('region', { name: t('operator-site.history') }).getByText('texts')).toBeVisible()

    const visitor = await open()
    await visitor.goto(`/landers/gallery/${slug}`)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(/^Summer on /)
    await expect(visitor.locator(`img[src="${address}"]`).first()).toBeAttached()

    await page.getByRole('button', { name: t('operator-site.lander.remove'), exact: true }).click()
    await expect(heading).toHaveValue('')
  },
)

test('the text of a page is previewed as its page shows it', async ({ open, t, testSite }) => {
  const page = await open(await buildOperator(testSite))
  await visit(page, '/operator/sites/page/faq/en')
  await page.getByLabel(t('operator-site.markdown')).fill('# Our answers\n\nHello **you**.')
  await page.getByRole('button', { name: t('operator-site.preview') }).click()
  await expect(page.getByRole('heading', { name: 'Our answers' })).toBeVisible()
  await expectAccessible(page)
})

test('marketing makes a discount code and ends it', { tag: '@phone' }, async ({ open, t, testSite }) => {
  const page = await open(await buildOperator(testSite, { role: 'marketing' }))
  await visit(page, '/operator/codes')
  const code = `E${randomUUID().slice(0, 8).toUpperCase()}`
  await page.getByLabel(t('operator-codes.fields.code'), { exact: true }).fill(code)
  await page.getByLabel(t('operator-codes.fields.percentage')).fill('15')
  const year = new Date().getFullYear() + 1
  await page.getByLabel(t('operator-codes.fields.endsOn')).fill(`${year}-05-31`)
  await page.getByRole('button', { name: t('operator-codes.create') }).click()
  const row = page.getByRole('row', { name: code })
  await expect(row).toContainText(t('operator-codes.percent', { percentage: 15 }))
  // The last day that counts, and not the one on which it is over.
  await expect(row.getByRole('cell', { name: new RegExp(`\\b31\\b.*${year}`) })).toBeVisible()
  await expectAccessible(page)
  await row.getByRole('button').click()
  await expect(row).toContainText(t('operator-codes.ended'))
})

test(
  'an owner makes a fictional profile with a photo, changes it and ends it',
  { tag: '@phone' },
  async ({ open, t, testSite, watch }) => {
    watch.expectError(422, '/api/operator/fictional')
    const page = await open(await buildOperator(testSite))
    await visit(page, '/operator/sites/fictional')
    const name = `Ivy ${randomUUID().replaceAll(/[^a-f]/g, '')}`
    const form = page.getByRole('region', { name: t('operator-fictional.new') })
    await form.getByLabel(t('operator-fictional.fields.name'), { exact: true }).fill(name)
    await form.getByLabel(t('operator-fictional.fields.country')).selectOption('AT')
    await form.getByLabel(t('operator-fictional.fields.region')).selectOption('Wien')
    const birthDate = form.getByLabel(t('operator-fictional.fields.birthDate'))
    await birthDate.fill('2020-01-01')
    await expectAccessible(page)
    await form.getByRole('button', { name: t('operator-fictional.create'), exact: true }).click()
    await expect(birthDate).toHaveAccessibleDescription(/18/)
    await birthDate.fill('1990-01-01')
    await form.getByRole('button', { name: t('operator-fictional.create'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText(t('profiles.fictional.warning')).first()).toBeVisible()

    const image = { name: 'face.jpg', mimeType: 'image/jpeg', buffer: await sampleImage() }
    await page.getByLabel(t('operator-fictional.photos.add')).setInputFiles(image)
    const photo = page.getByRole('img', { name: t('operator-fictional.photos.nth', { nth: 1, name }) })
    await expect(photo).toBeVisible(processed)
    await page.getByLabel(t('operator-fictional.fields.about')).fill('Invented.')
    await page.getByLabel(t('profiles.interest.music'), { exact: true }).check()
    await page.getByRole('button', { name: t('profiles.own.answers.add') }).click()
    const prompt = t('prompts.text.simple_pleasures')
    await page.getByLabel(t('profiles.own.answers.answer', { prompt })).fill('A quiet page')
    await page.getByRole('button', { name: t('operator-fictional.save') }).click()
    const history = page.getByRole('region', { name: t('operator-site.history') })
    await expect(history.getByRole('button', { name: 'about, answers, interests', exact: true })).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: t('operator-fictional.end.title') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('operator-fictional.end.submit') })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: t('operator-fictional.title') })).toBeVisible()
    await expect(page.getByRole('link', { name })).toBeHidden()
  },
)
