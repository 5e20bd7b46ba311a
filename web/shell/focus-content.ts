interface Content {
  contains: (element: Element | null) => boolean
  focus: (options: FocusOptions) => void
}

/**
 * Moves the focus to the content of a new page. A focus that is inside already stays: after a click on a tab or a filter
 * the control that was used is still there.
 */
export function focusContent(content: Content | null, focused: Element | null) {
  if (content && !content.contains(focused)) content.focus({ preventScroll: true })
}
