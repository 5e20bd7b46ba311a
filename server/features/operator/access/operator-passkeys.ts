import { PasskeyStore } from '#server/features/accounts/second-factor/passkey-store.ts'

export const operatorPasskeys = new PasskeyStore<string>({
  passkeys: 'operatorPasskeys',
  challenges: 'operatorPasskeyChallenges',
  owner: 'operatorId',
})
