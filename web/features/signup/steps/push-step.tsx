import BellOff from 'lucide-react/icons/bell-off'
import BellRing from 'lucide-react/icons/bell-ring'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useDismissal } from '#web/api/dismissals.ts'
import { usePush } from '#web/features/accounts/notifications/use-push.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { CastImage } from '#web/ui/media/cast-image.tsx'
import { StepActions, type CompleteStepProps } from './step-actions.tsx'

/**
 * Asks whether to show push messages, once, with one as an example. The browser asks only after the press
 * on yes (NOTE-2).
 */
export function PushStep({ onDone }: CompleteStepProps) {
  const t = useTranslations('push')
  const signup = useTranslations('signup')
  const { state, isPending, turn } = usePush()
  const { dismiss } = useDismissal('push')
  const isOpen = state === null || state === 'unsubscribed'

  function goToNextStep() {
    dismiss()
    onDone()
  }

  return (
    <>
      <div className="flex flex-col items-center gap-4 rounded-lg bg-accent-soft p-5 text-center sm:p-6">
        {isOpen || state === 'subscribed' ? <Example /> : <BellOff aria-hidden className="size-12 text-accent-text" />}
        <p aria-live="polite">{isOpen ? t('what') : t(`states.${state}`)}</p>
        {isOpen && (
          <p className="text-sm text-text-muted">
            {t('asksFirst')} {t('lead')}
          </p>
        )}
      </div>
      <StepActions>
        {isOpen && (
          <Button
            size="lg"
            isWide
            disabled={state === null}
            isPending={isPending}
            onClick={() => void turn(true).then((reached) => reached === 'subscribed' && goToNextStep())}
          >
            {t('yes')}
          </Button>
        )}
        <Button size={isOpen ? 'md' : 'lg'} variant={isOpen ? 'ghost' : 'primary'} isWide onClick={goToNextStep}>
          {isOpen ? t('notNow') : signup('complete.toEnd')}
        </Button>
      </StepActions>
    </>
  )
}

/** A push message of a person who does not exist, as the device will show it. */
function Example() {
  const t = useTranslations('likes.autoLike')
  return (
    <div
      aria-hidden
      className="flex w-full max-w-xs items-center gap-3 rounded-lg bg-surface-raised p-3 text-start shadow-raised motion-safe:animate-pop"
    >
      <span className="relative shrink-0">
        <CastImage name="m9" className="size-12 rounded-full bg-[50%_25%]" />
        <span className="absolute -end-1 -bottom-1 grid size-6 place-items-center rounded-full bg-secondary text-on-accent">
          <span className="heart-mark size-3.5" />
        </span>
      </span>
      <span className="min-w-0 grow font-semibold">{t('title', { name: 'Jonas' })}</span>
      <BellRing className="size-5 shrink-0 text-text-muted" />
    </div>
  )
}
