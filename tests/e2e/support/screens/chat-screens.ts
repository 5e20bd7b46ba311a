import { openMore } from './shared-steps.ts'
import type { Screen, ScreenContext } from './screen-type.ts'

export const chatScreens: readonly Screen[] = [
  { name: 'chats', openedBy: 'free', path: '/chats', isWindowHigh: true },
  { name: 'chats-unread', openedBy: 'poor', path: '/chats', isWindowHigh: true },
  { name: 'chats-none', openedBy: 'newcomer', path: '/chats', isWindowHigh: true },
  {
    name: 'conversation',
    openedBy: 'free',
    path: ({ conversationId }) => `/chats/${conversationId}`,
    isWindowHigh: true,
  },
  {
    name: 'conversation-delete-question',
    openedBy: 'free',
    path: ({ conversationId }) => `/chats/${conversationId}`,
    setUp: askToDelete,
    isWindowHigh: true,
  },
  {
    name: 'conversation-first',
    openedBy: 'free',
    path: ({ strangerId }) => `/members/${strangerId}/chat`,
    isWindowHigh: true,
  },
  {
    name: 'conversation-no-credits',
    openedBy: 'poor',
    path: ({ blocker }) => `/members/${blocker.profileId}/chat`,
    isWindowHigh: true,
  },
  {
    name: 'conversation-failed',
    openedBy: 'admired',
    path: ({ blocker }) => `/members/${blocker.profileId}/chat`,
    setUp: sendWithoutCredits,
    errors: [[402, '/api/members/']],
    isWindowHigh: true,
  },
]

async function askToDelete(context: ScreenContext) {
  await openMore(context)
  await context.page.getByRole('menuitem', { name: context.t('chat.delete.action') }).click()
  await context.page.getByRole('alertdialog').waitFor()
}

/** As when another device has spent the credits meanwhile. */
async function sendWithoutCredits({ page, t }: ScreenContext) {
  await page.route('**/api/members/*/messages', (route) =>
    route.fulfill({ status: 402, json: { error: { code: 'credits.insufficient', params: { name: 'Ada' } } } }),
  )
  await page.getByLabel(t('chat.composer.label', { name: 'Ada' }), { exact: true }).fill('Hello Ada')
  await page.getByRole('button', { name: t('chat.composer.send', { count: 2 }), exact: true }).click()
  await page.getByRole('button', { name: t('chat.retry') }).waitFor()
}
