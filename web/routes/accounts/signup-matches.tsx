import { useSuspenseQuery } from '@tanstack/react-query'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { SuggestedMember } from '#contract/games/schemas.ts'
import { SIGNUP_MATCHES } from '#contract/limits.ts'
import { loading } from '#web/api/load.ts'
import { finderQuery } from '#web/features/games/queries.ts'
import { useReasonTexts } from '#web/features/games/use-reason-texts.ts'
import { Link } from '#web/api/link.tsx'
import { useHearts } from '#web/features/likes/use-likes.ts'
import { MemberTiles } from '#web/features/profiles/tiles/member-tiles.tsx'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { readFirstMessage } from '#web/features/signup/first-message.ts'
import { photosFirst } from '#web/features/signup/photos-first.ts'
import { FirstPerson, WaitingMessage } from '#web/features/signup/steps/first-person.tsx'
import { FreeMessages } from '#web/features/signup/steps/free-messages.tsx'
import { SIGNUP_COMPLETE_FLAG } from '#web/shell/notices/reminder-rules.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { Confetti } from '#web/ui/media/confetti.tsx'

const load = loading(({ query }) => Promise.all([query(ownProfileQuery()), query(finderQuery({}))]))
export const loader = load
export const clientLoader = load

/** The end of the sign-up: celebrates, hands over what is free, and shows who to write to first. */
export default function SignupMatches() {
  const t = useTranslations('signup.matches')
  const { name: site } = useSettings()
  const { profile } = useSuspenseQuery(ownProfileQuery()).data
  const { results } = useSuspenseQuery(finderQuery({})).data
  const [first, ...others] = photosFirst(results).slice(0, SIGNUP_MATCHES)
  const hearts = useHearts()
  const reasonTexts = useReasonTexts()
  // The server has no storage of the browser.
  const isHydrated = useIsHydrated()
  const message = isHydrated ? readFirstMessage(profile.id) : null
  const allReasons = (member: SuggestedMember) =>
    reasonTexts(member)
      .map(({ text }) => text)
      .join(' · ')
  const person = first && <FirstPerson member={first} reason={allReasons(first)} />
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-8">
      <PageTitle title={t('title')} isPrivate />
      <div className="relative flex flex-col items-center gap-6 rounded-lg bg-accent-soft px-5 py-10 text-center">
        {isHydrated && <Confetti ground="surface" />}
        <h1 className="text-4xl font-bold text-balance wrap-anywhere">{t('heading', { site, name: profile.name })}</h1>
        <FreeMessages />
      </div>
      {message ? <WaitingMessage first={message} fallback={person} /> : person}
      {!first && <EmptyState title={t('none')} />}
      {others.length > 0 && (
        <section>
          <h2 className="mb-4 text-xl font-bold">{t('people')}</h2>
          <MemberTiles
            members={others}
            heading="h3"
            hearts={hearts}
            noteOf={(member) => reasonTexts(member)[0]?.text}
          />
        </section>
      )}
      <Button
        size="lg"
        variant="secondary"
        className="w-full sm:w-auto sm:self-center"
        render={<Link to={`${href('/members')}?${SIGNUP_COMPLETE_FLAG}=1`} prefetch="intent" />}
      >
        {t('all')}
      </Button>
    </div>
  )
}
