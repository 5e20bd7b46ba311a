import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import MessageCircleHeart from 'lucide-react/icons/message-circle-heart'
import SearchX from 'lucide-react/icons/search-x'
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Chat } from '#contract/chat/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ChatFilterBar } from './chat-filter-bar.tsx'
import { ChatRow } from './chat-row.tsx'
import { NewMatches } from './new-matches.tsx'
import { chatsQuery, filteredChatsQuery, olderChatsQuery, type ChatFilters } from '#web/features/chat/queries.ts'
import { useTypingChats } from './use-typing-chats.ts'

/** So many conversations leave room for other people on the screen of a phone. */
const FEW_CHATS = 3

/** All conversations, the one with the latest message first, and above them the matches who have none yet. */
export function ChatList({ belowFew }: { belowFew: ReactNode }) {
  const { chats } = useSuspenseQuery(chatsQuery()).data
  const [filters, setFilters] = useState<ChatFilters>({})
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      {chats.length > 0 && <ChatFilterBar filters={filters} onChange={setFilters} />}
      <ScrollingList>
        {!isFiltered && <NewMatches chats={chats} />}
        {isFiltered ? (
          <FilteredChats filters={filters} onReset={() => setFilters({})} />
        ) : (
          <AllChats belowFew={belowFew} />
        )}
      </ScrollingList>
    </>
  )
}

/** Keeps its place while a phone shows a conversation instead: an element that is not rendered loses it. */
function ScrollingList({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const scrollTop = useRef(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    // It may have been scrolled before it was hydrated.
    scrollTop.current = element.scrollTop
    const observer = new ResizeObserver(() => {
      if (element.clientHeight > 0 && element.scrollTop !== scrollTop.current) element.scrollTop = scrollTop.current
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={ref}
      className="min-h-0 grow overflow-y-auto px-1 pb-4"
      onScroll={({ currentTarget }) => {
        if (currentTarget.clientHeight > 0) scrollTop.current = currentTarget.scrollTop
      }}
    >
      {children}
    </div>
  )
}

function AllChats({ belowFew }: { belowFew: ReactNode }) {
  const t = useTranslations('chat')
  const typing = useTypingChats()
  const { chats, next } = useSuspenseQuery(chatsQuery()).data
  if (chats.length === 0) {
    return (
      <>
        <EmptyState
          icon={<MessageCircleHeart />}
          title={t('empty.title')}
          actions={<Button render={<Link to={href('/members')} prefetch="intent" />}>{t('empty.action')}</Button>}
        >
          {t('empty.text')}
        </EmptyState>
        {belowFew}
      </>
    )
  }
  return (
    <>
      <ul aria-label={t('title')}>
        {chats.map((chat) => (
          <ChatRow key={chat.conversation.id} chat={chat} isTyping={typing.has(chat.conversation.id)} />
        ))}
        {next !== null && <OlderChats after={next} filters={{}} above={idsOf(chats)} typing={typing} />}
      </ul>
      {chats.length <= FEW_CHATS && next === null && belowFew}
    </>
  )
}

function FilteredChats({ filters, onReset }: { filters: ChatFilters; onReset: () => void }) {
  const t = useTranslations('chat-list')
  const settled = useDeferredValue(filters)
  const { data, isFetching } = useFilteredChats(settled)
  return (
    <>
      <p role="status" className="sr-only">
        {data && !isFetching && t('results', { count: data.chats.length })}
      </p>
      <FilteredRows filters={settled} onReset={onReset} />
    </>
  )
}

function useFilteredChats(filters: ChatFilters) {
  return useQuery({ ...filteredChatsQuery(filters), placeholderData: keepPreviousData })
}

function FilteredRows({ filters, onReset }: { filters: ChatFilters; onReset: () => void }) {
  const t = useTranslations('chat-list')
  const chatT = useTranslations('chat')
  const common = useTranslations('common')
  const typing = useTypingChats()
  const { data, isError, isFetching, refetch } = useFilteredChats(filters)
  if (isError && !data) {
    return (
      <LoadFailed
        text={t('failed')}
        retryLabel={common('retry')}
        isPending={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <LoadingRows />
  if (data.chats.length === 0) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={t('none.title')}
        actions={
          <Button variant="outline" onClick={onReset}>
            {t('none.action')}
          </Button>
        }
      >
        {t('none.text')}
      </EmptyState>
    )
  }
  return (
    <ul aria-label={chatT('title')} aria-busy={isFetching}>
      {data.chats.map((chat) => (
        <ChatRow key={chat.conversation.id} chat={chat} isTyping={typing.has(chat.conversation.id)} />
      ))}
      {data.next !== null && (
        <OlderChats
          // Nothing of another filter is shown while the first page of this one is.
          key={JSON.stringify(filters)}
          after={data.next}
          filters={filters}
          above={idsOf(data.chats)}
          typing={typing}
        />
      )}
    </ul>
  )
}

function LoadingRows() {
  const t = useTranslations('chat-list')
  return (
    <div role="status" className="flex flex-col gap-1">
      <span className="sr-only">{t('loading')}</span>
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex items-center gap-3 p-3">
          <Skeleton shape="circle" className="size-16" />
          <div className="grow">
            <Skeleton shape="text" className="w-1/2" />
            <Skeleton shape="text" className="w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}

interface OlderProps {
  after: string
  filters: ChatFilters
  /** Conversations of the pages above. One of them may have moved there from this page. */
  above: ReadonlySet<string>
  typing: ReadonlySet<string>
}

/**
 * The page of the list after a key: fetched when the end of the list comes near, or at a press. The key is
 * another one as soon as the pages above change; until the page after that is there, this one stays.
 */
function OlderChats({ after, filters, above, typing }: OlderProps) {
  const t = useTranslations('chat')
  const inboxT = useTranslations('chat-list')
  const common = useTranslations('common')
  const [isRequested, setIsRequested] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery({
    ...olderChatsQuery(after, filters),
    enabled: isRequested,
  })
  const [page, setPage] = useState(data)
  if (data && data !== page) setPage(data)
  const { chats, next } = data ?? page ?? { chats: [], next: null }
  const rows = chats.filter(({ conversation }) => !above.has(conversation.id))
  return (
    <>
      {rows.map((chat) => (
        <ChatRow key={chat.conversation.id} chat={chat} isTyping={typing.has(chat.conversation.id)} />
      ))}
      {isError && (
        <li>
          <LoadFailed
            text={inboxT('failed')}
            retryLabel={common('retry')}
            isPending={isFetching}
            onRetry={() => void refetch()}
          />
        </li>
      )}
      {!page && !isError && (
        <li ref={(element) => whenNear(element, () => setIsRequested(true))} className="p-4 text-center">
          <Button variant="outline" size="sm" isPending={isFetching} onClick={() => setIsRequested(true)}>
            {t('more')}
          </Button>
        </li>
      )}
      {next !== null && (
        <OlderChats after={next} filters={filters} above={new Set([...above, ...idsOf(rows)])} typing={typing} />
      )}
    </>
  )
}

function idsOf(chats: readonly Chat[]) {
  return new Set(chats.map(({ conversation }) => conversation.id))
}

/** Calls back when an element is less than a screen away. For a ref: returns what stops watching. */
function whenNear(element: Element | null, onNear: () => void) {
  if (!element) return undefined
  const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), { rootMargin: '600px' })
  observer.observe(element)
  return () => observer.disconnect()
}
