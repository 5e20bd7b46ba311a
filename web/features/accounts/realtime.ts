import type { RealtimeHandlers } from '#web/api/realtime.ts'
import { userQuery } from './queries.ts'

const { queryKey } = userQuery()

export const accountsHandlers: RealtimeHandlers = {
  'credits.changed': ({ credits, isPremium }, client) => {
    client.setQueryData(queryKey, (known) =>
      known?.user ? { user: { ...known.user, credits, paid_user: isPremium } } : known,
    )
  },
  'user.changed': (_event, client) => void client.invalidateQueries({ queryKey }),
  reset: (client) => void client.invalidateQueries({ queryKey }),
}
