import type { QueryClient } from '@tanstack/react-query'
import { isCaughtUp } from '#web/api/realtime/current-connection.ts'
import type { User } from '#contract/accounts/schemas.ts'
import { userQuery } from './queries.ts'

interface Balance {
  credits: number
  /** Left out where it did not change. */
  isPremium?: boolean
}

/** Sets the member's balance by an event. One server process sends events in the order of changes. */
export function setBalance(client: QueryClient, { credits, isPremium }: Balance) {
  const { queryKey } = userQuery()
  client.setQueryData(queryKey, (known) =>
    known?.user ? { user: { ...known.user, credits, paid_user: isPremium ?? known.user.paid_user } } : known,
  )
  // A reply that is under way may have been made before: it is fetched again.
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
}

/**
 * Sets the balance after a message of the member. A message never raises it: one that would was overtaken,
 * sent by another process before what the page knows. The balance is fetched then.
 */
export function setBalanceAfterMessage(client: QueryClient, { credits }: Pick<Balance, 'credits'>) {
  const { queryKey } = userQuery()
  const cachedCredits = client.getQueryData(queryKey)?.user?.credits
  if (cachedCredits !== undefined && cachedCredits < credits) void client.invalidateQueries({ queryKey })
  else setBalance(client, { credits })
}

/**
 * Sets the balance after anything but a message. It can rise and fall, so nothing shows whether the event of
 * a message overtook this one: the balance is fetched too.
 */
export function setChangedBalance(client: QueryClient, balance: Required<Balance>) {
  setBalance(client, balance)
  void client.invalidateQueries({ queryKey: userQuery().queryKey })
}

/**
 * Sets the member as in the reply to a call that changed something else. Its balance may be older than that
 * of an event: while the page receives them, they alone count (CRED-13).
 */
export function setRepliedUser(client: QueryClient, { user }: { user: User }) {
  client.setQueryData(userQuery().queryKey, (known) => {
    if (!known?.user || !isCaughtUp()) return { user }
    const { credits, paid_user } = known.user
    return { user: { ...user, credits, paid_user } }
  })
}

/**
 * Sets the member's balance as in the reply to a call. The reply may be late, after the event of a newer
 * change, and every change has an event: while the page receives them, they alone count.
 */
export function setRepliedBalance(client: QueryClient, balance: Balance) {
  if (!isCaughtUp()) setBalance(client, balance)
}
