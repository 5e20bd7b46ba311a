import type { ReactNode } from 'react'
import { skipToken, useQuery } from '@tanstack/react-query'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'
import { useIsOnline } from '#web/ui/hooks/use-is-online.ts'
import { storedKey } from '#web/features/chat/offline/stored-key.ts'
import { useOfflineReading } from '#web/features/chat/offline/use-offline-reading.ts'
import { ChatList } from './chat-list.tsx'

interface Props {
  children: ReactNode
  hasConversation: boolean
  /** Follows an empty or short list. */
  belowFew: ReactNode
}

/**
 * Shows list and conversation side by side on wide screens, and one of them on narrow ones. Both pages of the
 * chat are rendered into it, so that the list stays while conversations are opened and closed.
 */
export function ChatPanes({ children, hasConversation, belowFew }: Props) {
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
          <ChatList belowFew={belowFew} />
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
