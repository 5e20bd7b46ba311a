import BellOff from 'lucide-react/icons/bell-off'
import BellRing from 'lucide-react/icons/bell-ring'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useDismissal } from '#web/api/dismissals.ts'
import { usePush } from '#web/features/accounts/notifications/use-push.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { CompleteActions, StepActions, type CompleteStepProps } from './step-actions.tsx'

/** Asks whether to show push messages, once. The browser asks only after the press on yes (NOTE-2). */
export function PushStep({ onDone }: CompleteStepProps) {
  const t = useTranslations('push')
  const signup = useTranslations('signup')
  const { state, isPending, turn } = usePush()
  const { dismiss } = useDismissal('push')
  const isOpen = state === null || state === 'unsubscribed'
  const Icon = state === 'denied' || state === 'unsupported' ? BellOff : BellRing

  function goToNextStep() {
    dismiss()
    onDone()
  }

  return (
    <>
      <div className="flex flex-col items-center gap-3 rounded-lg bg-accent-soft p-6 text-center">
        <Icon aria-hidden className="size-12 text-accent-text" />
        <p aria-live="polite" className="text-lg">
          {isOpen ? t('what') : t(`states.${state}`)}
        </p>
        {isOpen && <p className="text-text-muted">{t('asksFirst')}</p>}
      </div>
      {isOpen ? (
        <CompleteActions onDone={goToNextStep} skipLabel={t('notNow')}>
          <Button
            size="lg"
            isWide
            disabled={state === null}
            isPending={isPending}
            onClick={() => void turn(true).then((reached) => reached === 'subscribed' && goToNextStep())}
          >
            {t('yes')}
          </Button>
        </CompleteActions>
      ) : (
        <StepActions>
          <Button size="lg" isWide onClick={goToNextStep}>
            {signup('complete.toEnd')}
          </Button>
        </StepActions>
      )}
    </>
  )
}
