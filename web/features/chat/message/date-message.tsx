import CalendarHeart from 'lucide-react/icons/calendar-heart'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { Suspense, useState } from 'react'
import type { DateAnswer } from '#contract/chat/schemas.ts'
import { useFeed } from '#web/features/chat/conversation/feed-context.tsx'
import type { FeedMessage } from '#web/features/chat/conversation/feed-rows.ts'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { isOutgoing } from './message-status.ts'

const Confetti = lazyPart(async () => (await import('#web/ui/media/confetti.tsx')).Confetti)

interface Props {
  message: Extract<FeedMessage, { kind: 'date' }>
  isMine: boolean
}

/** A date that one of the two suggests: when and where, and the answer of the other one (CHAT-31). */
export function DateMessage({ message, isMine }: Props) {
  const t = useTranslations('chat-conversation.date')
  const format = useFormatter()
  const { partner, rejection } = useFeed()
  const answer = isOutgoing(message) ? null : message.answer
  // A moment for both, while they look at it.
  const [firstAnswer] = useState(answer)
  const isAgreed = answer === 'accepted'
  const isMoment = isAgreed && firstAnswer !== 'accepted'
  const { name } = partner
  const when = new Date(`${message.when}Z`)
  return (
    <>
      {isMoment && (
        <Suspense>
          <Confetti ground="surface" />
        </Suspense>
      )}
      <p
        className={cx(
          'flex items-center gap-2 font-semibold',
          isAgreed ? 'text-success-text' : 'text-sm text-secondary-text',
        )}
      >
        <CalendarHeart aria-hidden className="size-5 shrink-0" />
        {t(isAgreed ? 'agreed' : 'card')}
      </p>
      {/* The clock at the place, whatever the zone of the reader. */}
      <p className="leading-snug font-bold text-balance first-letter:uppercase">
        <time dateTime={message.when.slice(0, 10)}>{format.dateTime(when, 'weekday', inUtc)}</time>
      </p>
      <p className="wrap-anywhere">
        <time dateTime={message.when.slice(11)}>{format.dateTime(when, 'time', inUtc)}</time>
        {' · '}
        <bdi>{message.place}</bdi>
      </p>
      {isMine || isAgreed || rejection !== null ? (
        <p className={cx('mt-1', isAgreed ? 'font-bold text-success-text' : 'text-sm text-text-muted')}>
          {isMine ? t(`of.${answer ?? 'none'}`, { name }) : answer && t(answer)}
        </p>
      ) : null}
      {!isMine && !isOutgoing(message) && rejection === null && <Answers message={message} />}
    </>
  )
}

const inUtc = { timeZone: 'UTC' }

const icons = { accepted: <Check aria-hidden />, declined: <X aria-hidden /> }

/**
 * Two buttons, of which the pressed one is the answer and has its mark. It can be changed. The third suggests
 * another day. Until there is an answer, the main button accepts. Once it is a date, one quiet button leads
 * to them: it is the same element, so that the focus stays.
 */
function Answers({ message }: { message: Exclude<Props['message'], { problem: unknown }> }) {
  const t = useTranslations('chat-conversation.date')
  const { onAnswer, onSuggestDate } = useFeed()
  const [isChanging, setIsChanging] = useState(false)
  const isQuiet = message.answer === 'accepted' && !isChanging
  const choices: DateAnswer[] = isQuiet ? ['accepted'] : ['accepted', 'declined']

  function press(choice: DateAnswer) {
    setIsChanging(isQuiet)
    if (!isQuiet) onAnswer(message, choice)
  }

  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {choices.map((choice) => (
        <Button
          key={choice}
          className={choice === 'accepted' ? 'w-full' : 'grow'}
          variant={isQuiet ? 'ghost' : choice === (message.answer ?? 'accepted') ? 'primary' : 'outline'}
          icon={!isQuiet && message.answer === choice && icons[choice]}
          aria-pressed={isQuiet ? undefined : message.answer === choice}
          onClick={() => press(choice)}
        >
          {t(isQuiet ? 'change' : choice)}
        </Button>
      ))}
      {!isQuiet && (
        <Button className="grow" variant="ghost" onClick={() => onSuggestDate(message)}>
          {t('another')}
        </Button>
      )}
    </div>
  )
}
