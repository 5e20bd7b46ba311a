import { getMember } from '#contract/profiles/calls.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import type { RealtimeHandlers } from '#web/api/realtime/realtime.ts'
import { setChangedBalance } from './balance.ts'
import { userQuery } from './queries.ts'

const { queryKey } = userQuery()

export const accountsHandlers: RealtimeHandlers = {
  'credits.changed': ({ credits, isPremium }, client) => {
    const wasPremium = client.getQueryData(queryKey)?.user?.paid_user
    setChangedBalance(client, { credits, isPremium })
    // Premium decides which photos of others are open (PRO-5).
    if (isPremium !== wasPremium) void client.invalidateQueries({ queryKey: apiQueryKey(getMember) })
  },
  'user.changed': (_event, client) => void client.invalidateQueries({ queryKey }),
  reset: (client) => void client.invalidateQueries({ queryKey }),
}
