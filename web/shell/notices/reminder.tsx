import { Suspense, useEffect, useState } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { useUser } from '#web/features/accounts/use-user.ts'
import { breakpoints, useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { SIGNUP_COMPLETE_FLAG, showsReminder } from './reminder-rules.ts'

/** Rendered by the server too: it would move the whole page if it came later. */
const ActivationReminder = import.meta.env.SSR
  ? (await import('#web/features/accounts/email/activation-reminder.tsx')).ActivationReminder
  : lazyPart(async () => (await import('#web/features/accounts/email/activation-reminder.tsx')).ActivationReminder)

const UnreadDecision = import.meta.env.SSR
  ? (await import('#web/features/moderation/unread-decision.tsx')).UnreadDecision
  : lazyPart(async () => (await import('#web/features/moderation/unread-decision.tsx')).UnreadDecision)

/**
 * What waits for the member, on every page: a decision that was not read (MOD-22), except on pages about
 * decisions, and the reminder to confirm the email, except on the pages of ACC-8. Their code is loaded only
 * where they are due. After a sign-up, which a flag in the query reports, the latter opens as a dialog on a
 * phone.
 */
export function Reminder() {
  const user = useUser()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const isWide = useMediaQuery(breakpoints.md)
  const hasFlag = new URLSearchParams(search).has(SIGNUP_COMPLETE_FLAG)
  // Lasts until the dialog is closed: the flag comes with a navigation, too, and leaves the address at once.
  const [isDialogDue, setIsDialogDue] = useState(false)
  if (hasFlag && !isDialogDue) setIsDialogDue(true)

  // Once it is read, the flag leaves the address: a reload must not open the dialog again.
  useEffect(() => {
    if (!hasFlag) return
    const rest = new URLSearchParams(search)
    rest.delete(SIGNUP_COMPLETE_FLAG)
    // At once: as a transition it would wait for the code of all that the server has rendered and the browser
    // has not hydrated yet, and so would the dialog.
    const options = { replace: true, preventScrollReset: true, flushSync: true }
    void navigate({ pathname, search: rest.toString(), hash }, options)
  }, [hasFlag, pathname, search, hash, navigate])

  // A dialog's history entry would be replaced by the address without the flag: Back would find the flag.
  if (!user || hasFlag) return null
  return (
    <Suspense>
      {user.has_unread_decision && !pathname.startsWith(href('/decisions')) && <UnreadDecision />}
      {showsReminder({ status: user.status, profileStatus: user.profile.status, pathname }) && (
        <ActivationReminder
          user={user}
          isDialog={isDialogDue && !isWide && pathname !== href('/activate/error')}
          onDialogClose={() => setIsDialogDue(false)}
        />
      )}
    </Suspense>
  )
}
