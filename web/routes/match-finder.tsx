import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams, href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { FinderResults } from '#web/features/games/finder-results.tsx'
import { readAnswers, readStep, stepsOf, writeFinder } from '#web/features/games/finder-url.ts'
import { FinderWizard } from '#web/features/games/finder-wizard.tsx'
import { finderQuery } from '#web/features/games/queries.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { ModeLinks } from '#web/shell/navigation/mode-links.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Route } from './+types/match-finder'

const load = loading(async ({ query, url }: Loading<Route.LoaderArgs>) => {
  const [{ settings }] = await Promise.all([query(settingsQuery()), query(ownProfileQuery())])
  await query(finderQuery(readAnswers(url.searchParams, settings)))
})
export const loader = load
export const clientLoader = load

/** A few questions, then a ranked list. All of it is in the URL, so Back goes one question back (GAME-5). */
export default function MatchFinder() {
  const t = useTranslations('games.finder')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const settings = useSettings()
  const countryName = useCountryName()
  const { profile } = useSuspenseQuery(ownProfileQuery()).data
  const parsedAnswers = readAnswers(params, settings)
  const { answers: filled, results } = useSuspenseQuery(finderQuery(parsedAnswers)).data
  const steps = stepsOf(settings)
  const step = readStep(params, steps)
  const number = steps.indexOf(step) + 1
  const [before, next] = [steps[number - 2], steps[number]]
  const pageOf = (answers: typeof parsedAnswers, to: typeof step) => href('/match-finder') + writeFinder(answers, to)
  // A small phone needs its height for the question; the first one has no way back but these links.
  const isLater = step !== 'results' && before !== undefined
  const places = { region: profile.region, country: countryName(profile.country) }
  return (
    <>
      <PageTitle title={t('title')} isPrivate />
      <div className={cx('flex justify-center max-md:-mt-3', isLater && 'short:hidden')}>
        <ModeLinks current="forYou" />
      </div>
      {/* What is read is the question, and then how many people there are. */}
      <h1 className="sr-only">{t('title')}</h1>
      <div className={cx('mt-3 md:mt-8', isLater && 'short:-mt-3', step !== 'results' && 'fills-screen max-md:-mb-6')}>
        {step === 'results' ? (
          <FinderResults
            members={results}
            filled={filled}
            places={places}
            steps={steps.filter((each) => each !== 'results')}
            linkTo={(question) => pageOf(parsedAnswers, question)}
          />
        ) : (
          <FinderWizard
            step={step}
            number={number}
            count={steps.length - 1}
            filled={filled}
            members={results}
            places={places}
            backLink={before ? pageOf(parsedAnswers, before) : null}
            onAnswer={(answer) => void navigate(pageOf({ ...parsedAnswers, ...answer }, next ?? 'results'))}
          />
        )}
      </div>
    </>
  )
}
