import type { ApiErrorCode } from '#web/api/api-error.ts'

/** Whether the text of an error comes with every page. */
export function isTextOfEveryPage(code: ApiErrorCode) {
  return code.startsWith('request.')
}

/** Loads the text of an error that a page may lack. Offline, the error is shown as `request.failed`. */
export async function loadErrorText(code: ApiErrorCode) {
  if (!isTextOfEveryPage(code)) await import('./use-error-text.ts').catch(() => {})
}
