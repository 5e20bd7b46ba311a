import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { href } from 'react-router'
import { startAgeCheck } from '#contract/accounts/age-check-calls.ts'
import { SECOND } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { Link } from '#web/api/link.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { ageCheckQuery } from './queries.ts'

/** How often the outcome is asked for while a check is open. */
const POLL_MS = 5 * SECOND

/** Says why the age is to be confirmed, by which company, and what is stored, and leads there (PRO-40). */
export function AgeCheckPanel() {
  const t = useTranslations('age-check')
  const format = useFormatter()
  const errorText = useErrorText()
  const { state, assuredAt, provider } = useAgeCheck()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(startAgeCheck, {}),
    onSuccess: ({ url }) => location.assign(url),
  })
  const isOpen = state === 'needed' || state === 'waiting' || state === 'failed'
  return (
    <Card padding="lg" className="flex flex-col items-start gap-4">
      {state !== 'needed' && (
        <div role="status" className="flex flex-col gap-1">
          <h2 className="text-lg font-semibold">{t(`states.${state}`)}</h2>
          <p>
            {state === 'passed'
              ? t('since', { date: format.dateTime(new Date(assuredAt ?? 0), { dateStyle: 'long' }) })
              : t(`details.${state}`)}
          </p>
        </div>
      )}
      {isOpen && <p>{t('why')}</p>}
      {isOpen && provider !== null && <p>{t('who', { provider })}</p>}
      {isOpen && <p className="text-sm text-text-muted">{t('stored')}</p>}
      {error && (
        <Alert tone="danger" isLive>
          {errorText(error)}
        </Alert>
      )}
      {isOpen && provider === null && <Alert>{t('unavailable')}</Alert>}
      {isOpen && provider !== null && (
        <Button isPending={isPending} className="max-sm:self-stretch" onClick={() => mutate()}>
          {t(state === 'waiting' ? 'continue' : 'start', { provider })}
        </Button>
      )}
      {!isOpen && <Button render={<Link to={href('/chats')} />}>{t('back')}</Button>}
    </Card>
  )
}

/** The state of the check. Everything that was fetched before it passed shows less. */
function useAgeCheck() {
  const client = useQueryClient()
  const { ageCheck } = useSuspenseQuery({
    ...ageCheckQuery(),
    refetchInterval: ({ state: { data } }) => (data?.ageCheck.state === 'waiting' ? POLL_MS : false),
  }).data
  const isOutdated = useUser()?.must_assure_age === true && ageCheck.state === 'passed'
  useEffect(() => {
    if (isOutdated) void client.invalidateQueries()
  }, [client, isOutdated])
  return ageCheck
}
