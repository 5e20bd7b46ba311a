import { useEffectEvent, useLayoutEffect } from 'react'
import { OverlayHistory } from './overlay-history.ts'

/** The router's key and place of the page that is shown, which the shell writes to the document. */
const shownPage = {
  get key() {
    return document.documentElement.dataset['page'] ?? 'default'
  },
  get index() {
    return Number(document.documentElement.dataset['place'])
  },
}

let overlays: OverlayHistory | undefined

/** Creates the one history of overlays. It listens to the capture phase, so it runs before the router. */
function overlayHistory() {
  if (overlays) return overlays
  const created = new OverlayHistory(window.history, shownPage)
  overlays = created
  window.addEventListener(
    'popstate',
    (event) => {
      if (created.handleMove()) event.stopImmediatePropagation()
    },
    { capture: true },
  )
  return created
}

/**
 * Closes an overlay by Back, also the gesture or button of a phone, instead of leaving the page. While it
 * `staysOpen`, Back does nothing.
 */
export function useCloseOnBack(isOpen: boolean, onOpenChange: (open: false) => void, { staysOpen = false } = {}) {
  const close = useEffectEvent(() => onOpenChange(false))
  const stays = useEffectEvent(() => staysOpen)
  // With the commit that shows it: until a later effect, Back would leave the page below.
  useLayoutEffect(
    () => (isOpen ? overlayHistory().open(() => close(), { staysOpen: () => stays() }) : undefined),
    [isOpen],
  )
}
