interface Content {
  contains: (element: Element | null) => boolean
  focus: (options: FocusOptions) => void
}

/**
 * Moves the focus to the content of a new page. A focus inside it stays: after a click on a tab or a filter,
 * that control is still there.
 */
export function focusContent(content: Content | null, focused: Element | null) {
  if (content && !content.contains(focused)) content.focus({ preventScroll: true })
}
