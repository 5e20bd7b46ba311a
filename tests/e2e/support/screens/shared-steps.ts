import type { ScreenContext } from './screen-type.ts'

export async function openMore({ page, t }: ScreenContext) {
  await page
    .getByRole('main')
    .getByRole('button', { name: t('common.more'), exact: true })
    .click()
}
