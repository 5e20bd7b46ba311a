import { type ReactNode, useEffect } from 'react'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'
import { useIsOnline } from '#web/ui/hooks/use-is-online.ts'
import { storedKey } from '#web/features/chat/offline/stored-key.ts'
import { SERVICE_WORKER } from '#web/features/accounts/notifications/push-state.ts'
import { sessionEndedAt } from '#web/features/accounts/session.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'
import { keepStart } from '#web/features/chat/conversation/keep-start.ts'
import { ChatList } from './chat-list.tsx'

/**
 * Shows list and conversation side by side on wide screens, and one of them on narrow ones. Both pages of the
 * chat are rendered into it, so that the list stays while conversations are opened and closed.
 */
export function ChatPanes({ children, hasConversation }: { children: ReactNode; hasConversation: boolean }) {
  const t = useTranslations('chat')
  // A page has one `h1`: the partner's name if a conversation is open, otherwise the title of the list.
  const Heading = hasConversation ? 'h2' : 'h1'
  useOfflineReading()
  return (
    <div className="flex h-full min-h-0 flex-col">
      <OfflineLine />
      <div className="flex min-h-0 grow">
        <aside
          aria-label={t('title')}
          className={cx(
            'min-h-0 w-full shrink-0 flex-col border-line lg:flex lg:w-96 lg:border-e',
            hasConversation ? 'hidden' : 'flex',
          )}
        >
          <Heading className="px-4 pt-5 pb-3 text-2xl font-bold">{t('title')}</Heading>
          <ChatList />
        </aside>
        <div className={cx('min-h-0 min-w-0 grow', hasConversation ? 'block' : 'hidden lg:block')}>{children}</div>
      </div>
    </div>
  )
}

/** Shows that there is no connection, and what happens to messages meanwhile. */
function OfflineLine() {
  const t = useTranslations('chat-conversation')
  // The device may have a connection, and the site none.
  const { data: isStored = false } = useQuery<boolean>({ queryKey: storedKey, queryFn: skipToken, gcTime: Infinity })
  const isOnline = useIsOnline() && !isStored
  return (
    <p
      role="status"
      className={
        isOnline
          ? undefined
          : 'flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-center text-sm text-text'
      }
    >
      {!isOnline && (
        <>
          <WifiOff aria-hidden className="size-4 shrink-0 text-warning-text" />
          {t('offline')}
        </>
      )}
    </p>
  )
}

/** Prepares the device to open the pages of the chat without a connection (CHAT-23). */
function useOfflineReading() {
  const client = useQueryClient()
  const { language, locale, country } = useLanguage()
  useEffect(() => keepStart(client), [client])
  useEffect(
    // What fails now is tried again with the next page.
    () => whenIdle(() => void storeOfflinePage([language, locale, country]).catch(() => {})),
    [language, locale, country],
  )
}

/** Makes the service worker store the offline page of this build for a visitor with these settings. */
async function storeOfflinePage(settings: string[]) {
  // Browsers have none on sites without https, and in some private windows.
  const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>
  if (!serviceWorker) return
  const endedAt = sessionEndedAt()
  await serviceWorker.register(SERVICE_WORKER)
  const { active } = await serviceWorker.ready
  // The session has ended meanwhile: what is stored has been deleted.
  if (sessionEndedAt() !== endedAt) return
  const { __reactRouterManifest: build } = window as { __reactRouterManifest?: { version: string } }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker has none.
  active?.postMessage({ type: 'store offline page', version: [build?.version, ...settings].join(' ') })
}
