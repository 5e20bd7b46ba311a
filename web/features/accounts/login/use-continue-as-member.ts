import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { User } from '#contract/accounts/schemas.ts'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { isAtPage } from '#web/api/navigation-target.ts'
import { useContinueTo } from '#web/api/use-continue-to.ts'
import { startSession } from '#web/features/accounts/session.ts'
import { storeNotice, type Notice } from '#web/features/accounts/stored-notice.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'

/**
 * Returns a function that continues after a log-in. If the account has another language than this page, and
 * none was chosen on the device (SHELL-3), the next page is loaded as a new document, whose texts are all in
 * that language; the returned promise then stays pending, so that the form waits for that page, which shows
 * the `notice` in place of what would follow (a toast).
 */
export function useContinueAsMember() {
  const client = useQueryClient()
  const continueTo = useContinueTo()
  const { pathname } = useLocation()
  const { language } = useLanguage()
  const { languages: offered } = useSettings()
  return async (user: User, to: string, { notice }: { notice?: Notice } = {}) => {
    const isChosenHere = document.cookie.split('; ').some((each) => each.startsWith(`${LANGUAGE_COOKIE}=`))
    if (!isChosenHere && user.language !== language && offered.includes(user.language)) {
      if (notice) storeNotice(notice)
      if (isAtPage(pathname)) location.replace(to)
      else location.reload()
      return new Promise<never>(() => {})
    }
    startSession(client, user)
    await continueTo(to, { replace: true })
  }
}
