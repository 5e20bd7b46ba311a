import type { RealtimeHandlers } from '#web/api/realtime.ts'
import { setChangedBalance } from './balance.ts'
import { userQuery } from './queries.ts'

const { queryKey } = userQuery()

export const accountsHandlers: RealtimeHandlers = {
  'credits.changed': ({ credits, isPremium }, client) => setChangedBalance(client, { credits, isPremium }),
  'user.changed': (_event, client) => void client.invalidateQueries({ queryKey }),
  reset: (client) => void client.invalidateQueries({ queryKey }),
}
