import { pressAccountEntry } from '../steps.ts'
import type { Screen, ScreenContext } from './screen-type.ts'

export const shellScreens: readonly Screen[] = [
  { name: 'home', openedBy: 'visitor', path: '/' },
  { name: 'language-menu', openedBy: 'visitor', path: '/', setUp: openLanguages, isWindowHigh: true },
  { name: 'lang-config', openedBy: 'visitor', path: '/lang-config' },
  { name: 'not-found', openedBy: 'visitor', path: '/nowhere/at-all', errors: [[404, '/nowhere']] },
  { name: 'not-found-member', openedBy: 'free', path: '/nowhere/at-all', errors: [[404, '/nowhere']] },
  { name: 'server-error', openedBy: 'free', path: '/likes', setUp: failToLoad, errors: [[500, '/api/photo-requests']] },
  ...(
    [
      'terms',
      'privacy',
      'cookies',
      'return-policy',
      'faq',
      'service',
      'complaints',
      'image-removal',
      'safety-tips',
    ] as const
  ).map((name) => ({
    name,
    openedBy: 'visitor' as const,
    path: `/${name}`,
  })),
]

async function openLanguages({ page, t }: ScreenContext) {
  // The button's name goes on with the current language.
  await page.getByRole('button', { name: new RegExp(`^${t('shell.language.label')}`) }).click()
  await page.getByRole('menu').waitFor()
}

async function failToLoad({ page, t }: ScreenContext) {
  await page.route(/\/api\/photo-requests\b/, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'request.failed', fields: {} } } }),
  )
  await pressAccountEntry(page, t, 'profile')
  await page.getByText('500', { exact: true }).waitFor()
}
