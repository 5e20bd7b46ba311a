import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import MessageCircle from 'lucide-react/icons/message-circle'
import Sparkles from 'lucide-react/icons/sparkles'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { SIGNUP_MATCHES } from '#contract/limits.ts'
import { loading } from '#web/api/load.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { finderQuery } from '#web/features/games/queries.ts'
import { useReasonTexts } from '#web/features/games/use-reason-texts.ts'
import { messagesFor } from '#web/features/home/messages-for.ts'
import { Link } from '#web/api/link.tsx'
import { useHearts } from '#web/features/likes/use-likes.ts'
import { MemberTiles } from '#web/features/profiles/tiles/member-tiles.tsx'
import { memberQuery, ownProfileQuery } from '#web/features/profiles/queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { readFirstMessage, type FirstMessage } from '#web/features/signup/first-message.ts'
import { SIGNUP_COMPLETE_FLAG } from '#web/shell/notices/reminder-rules.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

const load = loading(({ query }) => Promise.all([query(ownProfileQuery()), query(finderQuery({}))]))
export const loader = load
export const clientLoader = load

/** The end of the sign-up: a welcome, what is free, and the first people. */
export default function SignupMatches() {
  const t = useTranslations('signup.matches')
  const { name: site } = useSettings()
  const { profile } = useSuspenseQuery(ownProfileQuery()).data
  const members = useSuspenseQuery(finderQuery({})).data.results.slice(0, SIGNUP_MATCHES)
  const hearts = useHearts()
  const reasonTexts = useReasonTexts()
  return (
    <div className="mx-auto max-w-5xl">
      <PageTitle title={t('title')} isPrivate />
      <h1 className="text-3xl font-bold wrap-anywhere">{t('heading', { site, name: profile.name })}</h1>
      <FreeMessages />
      <WaitingMessage memberId={profile.id} />
      <h2 className="mt-8 mb-4 text-xl font-bold">{t('people')}</h2>
      {members.length === 0 ? (
        <EmptyState title={t('none')} />
      ) : (
        <MemberTiles
          members={members}
          heading="h3"
          urgentCount={2}
          hearts={hearts}
          noteOf={(member) =>
            reasonTexts(member)
              .map(({ text }) => text)
              .join(' · ')
          }
        />
      )}
      <Button
        size="lg"
        className="mt-8 w-full sm:w-auto"
        render={<Link to={`${href('/members')}?${SIGNUP_COMPLETE_FLAG}=1`} prefetch="intent" />}
      >
        {t('all')}
      </Button>
    </div>
  )
}

/** What the member can do without paying: the messages that come with the confirmed email (CRED-3). */
function FreeMessages() {
  const t = useTranslations('signup.matches')
  const { signup_credits, message_credits } = useSettings()
  const user = useUser()
  const isConfirmed = user?.status !== 'not_confirmed'
  const count = messagesFor(isConfirmed ? (user?.credits ?? 0) : signup_credits, message_credits)
  return (
    <p className="mt-3 flex gap-2 text-lg text-text-muted">
      <Sparkles aria-hidden className="mt-1 size-5 shrink-0 text-accent-text" />
      {count === null ? t('writingIsFree') : t(isConfirmed ? 'freeMessagesReady' : 'freeMessages', { count })}
    </p>
  )
}

/** The message that the member wrote at the sign-up; the chat offers it with its price. */
function WaitingMessage({ memberId }: { memberId: string }) {
  // The server has no storage of the browser.
  const isHydrated = useIsHydrated()
  const first = isHydrated ? readFirstMessage(memberId) : null
  return first && <WaitingMessageCard first={first} />
}

function WaitingMessageCard({ first: { profileId, message } }: { first: FirstMessage }) {
  const t = useTranslations('signup.matches')
  // A member who is gone or has blocked is not found, and then there is nothing to offer.
  const { data } = useQuery({ ...memberQuery(profileId), retry: false })
  if (!data) return null
  return (
    <Card className="mt-6">
      <h2 className="font-bold wrap-anywhere">{t('messageWaits', { name: data.member.name })}</h2>
      <blockquote className="my-3 rounded-lg bg-accent-soft px-4 py-3 wrap-anywhere whitespace-pre-line">
        {message}
      </blockquote>
      <p className="mb-4 text-sm text-text-muted">{t('messageWaitsText')}</p>
      <Button
        icon={<MessageCircle />}
        render={<Link to={href('/members/:id/chat', { id: profileId })} prefetch="intent" />}
      >
        {t('openMessage')}
      </Button>
    </Card>
  )
}
