import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { breakpoints } from '#web/ui/hooks/use-media-query.ts'
import { opensHere } from '#web/ui/navigation/intent.ts'

/** The photo that a conversation was opened with; at most one may have the name. */
let openedWith: HTMLElement | undefined

/**
 * Returns the handler of a link to a conversation: on a phone the photo of its page moves to the head of the
 * conversation (`.partner-photo`), and back. Otherwise the link opens by itself.
 */
export function useOpenWithPhoto(page: string, photoOf: (link: HTMLElement) => Element | null) {
  const navigate = useNavigate()
  return (event: MouseEvent<HTMLAnchorElement>) => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const photo = photoOf(event.currentTarget)
    if (isStill || matchMedia(breakpoints.lg).matches || !(photo instanceof HTMLElement) || !opensHere(event)) return
    event.preventDefault()
    if (openedWith) openedWith.style.viewTransitionName = ''
    openedWith = photo
    photo.style.viewTransitionName = 'partner-photo'
    void navigate(page, { viewTransition: true })
  }
}
