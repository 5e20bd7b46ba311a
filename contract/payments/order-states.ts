/**
 * `refunded`: the unspent credits were returned, or the payment was late. `charged_back`: the buyer's bank
 * took it back.
 */
export const orderStates = ['pending', 'completed', 'failed', 'cancelled', 'refunded', 'charged_back'] as const
