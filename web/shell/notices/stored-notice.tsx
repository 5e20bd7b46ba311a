import { useEffect } from 'react'
import { tabStorage } from '#web/api/safe-storage.ts'
import { STORED_NOTICE } from '#web/features/accounts/stored-notice.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'

/** Shows the notice that the document before has stored, once, in the language of this one. */
export function StoredNotice() {
  const t = useTranslations('accounts')
  const toast = useToast()
  useEffect(() => {
    const notice = tabStorage.getItem(STORED_NOTICE)
    tabStorage.removeItem(STORED_NOTICE)
    if (notice === 'logged-out') toast.show({ tone: 'info', title: t('loggedOut') })
    if (notice === 'new-password') toast.show({ tone: 'success', title: t('reset.done') })
  }, [t, toast])
  return null
}
