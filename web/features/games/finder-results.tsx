import SearchX from 'lucide-react/icons/search-x'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { SuggestedMember } from '#contract/games/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Filled } from './finder-fields.tsx'
import { FoundMember } from './finder-person.tsx'
import type { Question } from './finder-url.ts'

interface Props {
  members: readonly SuggestedMember[]
  filled: Filled
  /** Names of the region and the country. */
  places: Record<Filled['where'], string>
  steps: readonly Question[]
  /** Leads back to a question. */
  linkTo: (step: Question) => string
}

/** The ranked list, best first, with the reasons for each member. */
export function FinderResults({ members, ...answers }: Props) {
  const t = useTranslations('games.finder')
  const [best, ...others] = members
  if (!best) return <NoOne changeLink={answers.linkTo('who')} />
  return (
    <div className="mx-auto max-w-5xl">
      <h2 className="text-center text-2xl font-bold text-balance sm:text-4xl">
        {t('results', { count: members.length })}
      </h2>
      <p className="mx-auto mt-1 max-w-form text-center text-text-muted text-balance max-sm:text-sm sm:mt-2">
        {t('resultsText')}
      </p>
      <AnswerLinks {...answers} />
      <ol className="mt-4 grid gap-4 sm:mt-6 lg:grid-cols-2">
        <li className="lg:col-span-2">
          <FoundMember member={best} isBest isUrgent />
        </li>
        {others.map((member, index) => (
          <li key={member.id}>
            <FoundMember member={member} isUrgent={index < 2} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** What was answered: each answer leads back to its question. */
function AnswerLinks({ filled, places, steps, linkTo }: Omit<Props, 'members'>) {
  const t = useTranslations('games.finder')
  const genders = useTranslations('profiles.own.genders')
  const search = useTranslations('search')
  const texts: Partial<Record<Question, string>> = {
    who: genders(filled.gender),
    age: search('ages', { low: filled.minAge, high: filled.maxAge }),
    where: places[filled.where],
  }
  return (
    // One row on a phone, so that the first face is on its screen.
    <p className="mt-3 flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:scrollbar-none max-sm:py-1 max-sm:*:shrink-0 sm:mt-4 sm:flex-wrap sm:justify-center">
      <Link to={linkTo('who')} className={answerLink}>
        <SlidersHorizontal aria-hidden />
        <span className="max-sm:sr-only">{t('change')}</span>
      </Link>
      {steps.map((step) => {
        const text = texts[step]
        if (!text) return null
        return (
          <Link key={step} to={linkTo(step)} className={answerLink}>
            {text}
          </Link>
        )
      })}
    </p>
  )
}

const answerLink =
  'inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border border-line bg-surface-raised px-4 py-1.5 text-sm font-medium wrap-anywhere text-text no-underline transition-colors duration-150 hover:border-line-strong [&>svg]:size-4'

function NoOne({ changeLink }: { changeLink: string }) {
  const t = useTranslations('games.finder')
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('none')}
      actions={
        <>
          <Button icon={<SlidersHorizontal />} render={<Link to={changeLink} />}>
            {t('change')}
          </Button>
          <Button variant="outline" render={<Link to={href('/swipe-game')} prefetch="intent" />}>
            {t('swipe')}
          </Button>
        </>
      }
    >
      {t('noneText')}
    </EmptyState>
  )
}
