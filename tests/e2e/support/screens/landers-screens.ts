import { campaignLanders, memberLanders } from '#contract/landers/landers.ts'
import type { Screen, ScreenContext } from './screen-type.ts'

export const landersScreens: readonly Screen[] = [
  ...campaignLanders.map((name): Screen => ({ name: `lander-${name}`, openedBy: 'visitor', path: `/landers/${name}` })),
  {
    name: 'lander-tinderswipe-end',
    openedBy: 'visitor',
    path: '/landers/tinderswipe',
    setUp: answerAllCards,
  },
  ...memberLanders.map((name): Screen => ({
    name: `member-${name}`,
    openedBy: 'visitor',
    path: ({ premium }) => `/members/${premium.profileId}/${name}`,
  })),
  {
    name: 'member-landing-gone',
    openedBy: 'visitor',
    path: `/members/${'x'.repeat(14)}/landing`,
    errors: [[404, '/members/']],
  },
]

async function answerAllCards({ page, t }: ScreenContext) {
  await page.getByRole('button', { name: t('landers.yes'), exact: true }).waitFor()
  for (let card = 0; card < 5; card += 1) await page.keyboard.press(card % 2 === 0 ? 'ArrowRight' : 'ArrowLeft')
  await page.getByRole('heading', { name: t('landers.chosen') }).waitFor()
}
