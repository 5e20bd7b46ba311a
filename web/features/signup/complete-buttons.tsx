import type { ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import type { OwnProfile } from '#contract/profiles/schemas.ts'

interface Props extends Pick<CompleteStepProps, 'onDone' | 'onBack'> {
  /** The main button, which saves the step. */
  children: ReactNode
  /** Text of the button that skips the step, where it has another one. */
  skipLabel?: string
}

/** The buttons below each step: save, skip, back. */
export function CompleteButtons({ children, skipLabel, onDone, onBack }: Props) {
  const t = useTranslations('signup')
  return (
    <div className="flex flex-col gap-2">
      {children}
      <div className="flex gap-2">
        {onBack && (
          <Button variant="ghost" className="flex-1" onClick={onBack}>
            {t('back')}
          </Button>
        )}
        <Button variant="ghost" className="flex-1" onClick={onDone}>
          {skipLabel ?? t('complete.skip')}
        </Button>
      </div>
    </div>
  )
}

/** What each step after the account gets. */
export interface CompleteStepProps {
  profile: OwnProfile
  /** Goes to the next step, with or without an answer. */
  onDone: () => void
  /** Goes to the step before; missing in the first one. */
  onBack?: () => void
}
