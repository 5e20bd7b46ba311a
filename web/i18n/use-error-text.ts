import { useTranslations } from '#web/i18n/intl.tsx'
import { useCallErrorText } from './use-call-error-text.ts'

/**
 * Translates a failure: `errorText(error)` for anything caught, `errorText.ofCode(code)` for a code. The page
 * has the texts of all codes from the start.
 */
export function useErrorText() {
  // Brings the texts (web/vite/catalogues.ts).
  useTranslations('errors')
  return useCallErrorText()
}
