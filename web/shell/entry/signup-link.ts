import { opensHere } from '#web/ui/navigation/intent.ts'

/** Returns whether a press is on a link to the sign-up that would open in this tab. */
export function isSignupLink(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  return link !== null && link.target === '' && link.pathname === '/signup' && opensHere(event)
}
