import { useState } from 'react'
import type { WaitingSelfie } from '#contract/operator/verification/schemas.ts'
import { QueryFailed } from '#web/api/query-failed.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { NothingWaits } from '#web/features/operator/ui/nothing-waits.tsx'
import { SelfieCase } from './selfie-case.tsx'
import { useSelfieReview } from './use-selfie-review.ts'

/** The selfies that the operator has taken, oldest first, each beside the photos of its profile. */
export function SelfieReview() {
  const t = useTranslations('operator-verification')
  const { query, selfies, decide } = useSelfieReview()
  return (
    <>
      <QueryFailed query={query} />
      {query.data && selfies.length === 0 && <NothingWaits text={t('empty')} reloadText={t('reload')} query={query} />}
      {selfies.length > 0 && (
        <>
          <p className="text-sm text-text-muted">{t('waiting', { count: query.data?.waiting ?? selfies.length })}</p>
          <p className="max-w-prose text-sm">{t('help')}</p>
          <ul className="flex flex-col gap-4">
            {selfies.map((selfie) => (
              <Case key={selfie.id} selfie={selfie} onDecide={decide} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Case({ selfie, onDecide }: { selfie: WaitingSelfie; onDecide: ReturnType<typeof useSelfieReview>['decide'] }) {
  const [isPending, setIsPending] = useState(false)
  return (
    <SelfieCase
      selfie={selfie}
      isPending={isPending}
      onDecide={async (rejection) => {
        setIsPending(true)
        await onDecide(selfie, rejection)
        setIsPending(false)
      }}
    />
  )
}
