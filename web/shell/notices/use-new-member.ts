import { useState } from 'react'
import { TIME_BONUS_MS } from '#contract/limits.ts'
import { HOUR } from '#contract/time.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useNow } from '#web/i18n/now.tsx'

/** Clocks of devices may be wrong by this much: what is loaded asks the server for the true time. */
const CLOCK_ERROR_MS = HOUR

/** Returns the member if the welcome bonus may be theirs, so that all others load no code for it. */
export function useNewMember() {
  const user = useUser()
  // What is loaded counts the time; here that of the first page is enough.
  const [now] = useState(useNow())
  if (!user || user.paid_user) return null
  const age = now.getTime() - Date.parse(user.signup_date)
  return age < TIME_BONUS_MS + CLOCK_ERROR_MS ? user : null
}
