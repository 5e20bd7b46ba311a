/** How a menu was opened. By keyboard, its first item takes the focus. */
export type OpenedBy = 'pointer' | 'keyboard'

/** Distinguishes a pointer's click from that of Enter or Space, which browsers send with a `detail` of 0. */
export function openedByPress({ detail }: { detail: number }): OpenedBy {
  return detail === 0 ? 'keyboard' : 'pointer'
}

/** The vertical arrow keys open a menu; returns null for every other key. */
export function openedByKey({ key }: { key: string }): OpenedBy | null {
  return key === 'ArrowDown' || key === 'ArrowUp' ? 'keyboard' : null
}

/**
 * Returns whether a close request is the press on the trigger, whose click handler toggles the menu; closing
 * it here as well would reopen it at once.
 */
export function isTriggerPress({
  reason,
  target,
  trigger,
}: {
  reason: string
  target: Node | null
  trigger: Pick<Node, 'contains'> | null
}) {
  return reason !== 'item-press' && target !== null && trigger !== null && trigger.contains(target)
}
