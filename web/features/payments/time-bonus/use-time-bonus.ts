import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { User } from '#contract/accounts/schemas.ts'
import { getDiscountCode } from '#contract/payments/calls.ts'
import { TIME_BONUS_CODE } from '#contract/payments/time-bonus.ts'
import { SECOND } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { countdownOf, timeBonusOf } from './time-bonus.ts'

/** What the server says of the bonus, and how far its clock is ahead of the device's. */
const welcomeQuery = () =>
  queryOptions({
    queryKey: [...apiQueryKey(getDiscountCode), 'welcome'],
    queryFn: async ({ signal }) => {
      // Of the start, so that a sleeping device, or a clock set meanwhile, does not count as a difference.
      const askedAt = Date.now()
      const { discount, now } = await call(getDiscountCode, { query: { welcome: 'true' } }, { signal })
      return { isOffered: discount?.code === TIME_BONUS_CODE, aheadMs: Date.parse(now) - askedAt }
    },
  })

/**
 * Returns the logged-in member's time bonus and what is left of it, second by second; null while there is
 * none, also where the server reports it used, or reserved by an order that is being paid.
 */
export function useTimeBonus(user: User) {
  // Without an answer the device's own clock has to do.
  const { data, isPending } = useQuery(welcomeQuery())
  const [time, setTime] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setTime(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  if (isPending || data?.isOffered === false) return null
  const now = time + (data?.aheadMs ?? 0)
  const bonus = timeBonusOf({ user, now })
  return bonus && { bonus, countdown: countdownOf({ user, now }) }
}
