import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Link } from '#web/api/link.tsx'
import type { OwnProfile } from '#contract/profiles/schemas.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { EdgeActions } from '#web/ui/forms/edge-actions.tsx'

/** The buttons of a step. On a phone they stay at the lower edge of the screen. */
export function StepActions({ isInDialog = false, children }: { isInDialog?: boolean; children: ReactNode }) {
  if (isInDialog) return <div className="flex flex-col gap-2">{children}</div>
  return <EdgeActions className="flex flex-col gap-2 max-md:mt-auto">{children}</EdgeActions>
}

interface Props extends Pick<CompleteStepProps, 'onDone'> {
  /** The main button, which saves the step. */
  children?: ReactNode
}

/** The buttons of each step after the account: save, skip, skip all that follow. */
export function CompleteActions({ children, onDone }: Props) {
  const t = useTranslations('signup.complete')
  return (
    <StepActions>
      {children}
      <div className="flex flex-wrap gap-x-2 *:min-w-max *:flex-1 max-[22.5rem]:*:px-2">
        <Button variant="ghost" onClick={onDone}>
          {t('skip')}
        </Button>
        <Button
          variant="ghost"
          className="font-medium! text-text-muted!"
          render={<Link to={href('/signup-matches')} prefetch="intent" />}
        >
          {t('skipAll')}
        </Button>
      </div>
    </StepActions>
  )
}

/** What each step after the account gets. */
export interface CompleteStepProps {
  profile: OwnProfile
  /** Goes to the next step, with or without an answer. */
  onDone: () => void
}
