import { noop, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markDecisionsSeen } from '#contract/moderation/decision-calls.ts'
import { call } from '#web/api/call.ts'
import { setRepliedUser } from '#web/features/accounts/balance.ts'
import { useUser } from '#web/features/accounts/use-user.ts'

/** Records that the member has these decisions on the screen, so that no page reminds of them any more. */
export function useMarkSeen(references: string[]) {
  const client = useQueryClient()
  const isDue = (useUser()?.has_unread_decision ?? false) && references.length > 0
  const all = references.join(' ')
  useEffect(() => {
    if (!isDue) return
    // After a failure the next visit tries again.
    call(markDecisionsSeen, { body: { references: all.split(' ') } }).then(
      (reply) => setRepliedUser(client, reply),
      noop,
    )
  }, [client, isDue, all])
}
