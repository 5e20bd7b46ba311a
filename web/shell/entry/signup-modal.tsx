import { useEffect, useState } from 'react'
import { href, useLocation } from 'react-router'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useIsSignupOpen } from '#web/features/settings/use-settings.ts'
import { SignupDialog } from '#web/features/signup/signup-dialog.tsx'
import { opensHere } from '#web/ui/navigation/intent.ts'

/**
 * Opens the sign-up over the page when a visitor presses one of its links to the sign-up (SIGN-7). They stay
 * links without a script, on the page of the sign-up, and where the site is closed to new members.
 */
export function SignupModal() {
  const isVisitor = useUser() === null
  const isSignupOpen = useIsSignupOpen()
  const { pathname, key } = useLocation()
  const [openedOn, setOpenedOn] = useState<string | null>(null)
  const isActive = isVisitor && isSignupOpen && pathname !== href('/signup')
  useEffect(() => {
    if (!isActive) return undefined
    const open = (event: MouseEvent) => {
      if (!isSignupLink(event)) return
      event.preventDefault()
      setOpenedOn(key)
    }
    // While it is captured: before the router follows the link.
    document.addEventListener('click', open, true)
    return () => document.removeEventListener('click', open, true)
  }, [isActive, key])
  // The next page closes it, such as that after the sign-up, or the log-in that it was opened on.
  return <SignupDialog open={openedOn === key} onOpenChange={() => setOpenedOn(null)} target={null} />
}

/** Returns whether a press is on a link to the sign-up that would open in this tab. */
function isSignupLink(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  return link !== null && link.target === '' && link.pathname === '/signup' && opensHere(event)
}
