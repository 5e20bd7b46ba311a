import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'
import { keepStart } from '#web/features/chat/conversation/keep-start.ts'
import { storeOfflinePage } from './store-offline-page.ts'

/** Prepares the device to open the pages of the chat without a connection (CHAT-23). */
export function useOfflineReading() {
  const client = useQueryClient()
  const { language, locale, country } = useLanguage()
  useEffect(() => keepStart(client), [client])
  useEffect(
    // What fails now is tried again with the next page.
    () => whenIdle(() => void storeOfflinePage([language, locale, country]).catch(() => {})),
    [language, locale, country],
  )
}
