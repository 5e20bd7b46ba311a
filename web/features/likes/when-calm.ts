import { isOverlayOpen } from '#web/ui/overlays/open-overlays.ts'

interface CalmOptions {
  /** Whether the member is in the middle of something. */
  isBusy: () => boolean
  /** Called once if the member is still busy after a moment. */
  onWait: () => void
  /** Called when the member is no longer busy: at once, or after a while without. */
  onCalm: () => void
}

const CHECK_EVERY_MS = 500
/** Checks in a row that find nothing to interrupt: sending a message briefly takes the field's focus. */
const CALM_CHECKS = 3

/** Waits until the member can be interrupted. Returns a function that stops waiting. */
export function whenCalm({ isBusy, onWait, onCalm }: CalmOptions) {
  if (!isBusy()) {
    onCalm()
    return () => {}
  }
  let checks = 0
  let calmChecks = 0
  const timer = setInterval(() => {
    checks += 1
    calmChecks = isBusy() ? 0 : calmChecks + 1
    if (calmChecks >= CALM_CHECKS) {
      clearInterval(timer)
      onCalm()
    } else if (checks === 1 && calmChecks === 0) onWait()
  }, CHECK_EVERY_MS)
  return () => clearInterval(timer)
}

/** Whether a dialog would interrupt something: a field has the focus, or another dialog or menu is open. */
export function isPageBusy(page: Pick<Document, 'activeElement' | 'querySelector'>) {
  return isField(page.activeElement) || isOverlayOpen(page)
}

function isField(element: Element | null) {
  return (
    element !== null &&
    element.matches('input:not([type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false])')
  )
}
