/** State of an account as the console shows it: the first that holds. */
export const memberStates = ['disabled', 'deleted', 'paused', 'unconfirmed', 'active'] as const
export type MemberState = (typeof memberStates)[number]
