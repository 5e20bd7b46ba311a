import type { Screen, ScreenContext } from './screen-type.ts'

export const paymentsScreens: readonly Screen[] = [
  { name: 'credits', openedBy: 'free', path: '/credits' },
  { name: 'credits-with-purchases', openedBy: 'buyer', path: '/credits' },
  { name: 'checkout', openedBy: 'free', path: '/credits/p1' },
  { name: 'checkout-unknown-method', openedBy: 'free', path: '/credits/p1/blik?country=DK' },
  { name: 'repeat-order', openedBy: 'buyer', path: '/credits/repeat-order' },
  { name: 'transaction-card-failed', openedBy: 'buyer', path: ({ cardFailed }) => `/transactions/${cardFailed}` },
  { name: 'direct-debit', openedBy: 'debtor', path: '/directdebit?bundle=p1' },
  { name: 'direct-debit-errors', openedBy: 'debtor', path: '/directdebit?bundle=p1', setUp: sendEmptyDebit },
  { name: 'direct-debit-closed', openedBy: 'newcomer', path: '/directdebit?bundle=p1' },
  { name: 'sandbox', openedBy: 'buyer', path: ({ checkouts }) => checkouts.open },
  { name: 'sandbox-over', openedBy: 'buyer', path: ({ checkouts }) => checkouts.completed },
  { name: 'transaction-pending', openedBy: 'buyer', path: ({ orders }) => `/transactions/${orders.pending}` },
  { name: 'transaction-completed', openedBy: 'buyer', path: ({ orders }) => `/transactions/${orders.completed}` },
  { name: 'transaction-failed', openedBy: 'buyer', path: ({ orders }) => `/transactions/${orders.failed}` },
  { name: 'transaction-cancelled', openedBy: 'buyer', path: ({ orders }) => `/transactions/${orders.cancelled}` },
  { name: 'transaction-refunded', openedBy: 'buyer', path: ({ orders }) => `/transactions/${orders.refunded}` },
  { name: 'premium', openedBy: 'free', path: '/premium' },
  { name: 'premium-already', openedBy: 'premium', path: '/premium' },
  { name: 'premium-visitor', openedBy: 'visitor', path: '/premium' },
  { name: 'pricing', openedBy: 'visitor', path: '/pricing' },
]

async function sendEmptyDebit({ page, t }: ScreenContext) {
  // The button ends with the price.
  await page.getByRole('button', { name: new RegExp(`^${t('debits.submit', { price: '' }).trim()}`) }).click()
  await page.getByText(t('errors.debits.authorization_required')).waitFor()
}
