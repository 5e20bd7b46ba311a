// A toast is a dialog for screen readers too, but interrupts nothing.
const overlays = '[role=dialog]:not([data-toast]), [role=alertdialog]:not([data-toast]), [role=menu]'

/** Whether a dialog or a menu is open, which then has the keys to itself. */
export function isOverlayOpen(page: Pick<Document, 'querySelector'>) {
  return page.querySelector(overlays) !== null
}
