import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '#web/ui/cx.ts'
import { ChatList } from './chat-list.tsx'

/** List and conversation side by side from 992 px on; below, one of them. */
export function ChatPanes({ children, hasConversation }: { children: ReactNode; hasConversation: boolean }) {
  const t = useTranslations('chat')
  // The page has one first heading: the partner's name where a conversation is open, else the list's.
  const Heading = hasConversation ? 'h2' : 'h1'
  return (
    <div className="flex h-full min-h-0">
      <aside
        aria-label={t('title')}
        className={cx(
          'min-h-0 w-full shrink-0 flex-col border-line lg:flex lg:w-90 lg:border-e',
          hasConversation ? 'hidden' : 'flex',
        )}
      >
        <Heading className="px-4 pt-5 pb-3 text-2xl font-bold">{t('title')}</Heading>
        <div className="min-h-0 grow overflow-y-auto px-2 pb-4">
          <ChatList />
        </div>
      </aside>
      <div className={cx('min-h-0 min-w-0 grow', hasConversation ? 'block' : 'hidden lg:block')}>{children}</div>
    </div>
  )
}
