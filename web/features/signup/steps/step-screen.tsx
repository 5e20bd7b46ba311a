import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactElement, ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import type { Progress } from '../complete-steps.ts'
import { ChapterProgress } from './chapter-progress.tsx'

interface Props {
  progress: Progress
  /** Missing in the first step after the account, from which nothing leads back. */
  onBack?: (() => void) | undefined
  /** A link in place of `onBack`, where the step before is another page. */
  backLink?: ReactElement | undefined
  /** At the end of the bar, on a phone, which has no bar of the layout. */
  corner?: ReactNode
  /** The member's own card: beside the question, on a phone above it. */
  card?: ReactNode
  children: ReactNode
}

/** A screen of the sign-up: the way back and the progress, the question, and the own card as it grows. */
export function StepScreen({ progress, onBack, backLink, corner, card, children }: Props) {
  const t = useTranslations('signup')
  return (
    <div
      className={cx(
        'mx-auto flex w-full max-w-form grow flex-col gap-5 short:gap-3 md:gap-8',
        Boolean(card) && 'beside-card lg:grid lg:max-w-5xl lg:grow-0 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-x-20',
      )}
    >
      <div className="flex min-h-11 items-center gap-2 lg:col-span-2">
        {(onBack || backLink) && (
          <IconButton
            label={t('back')}
            className="-ms-2.5"
            {...(backLink ? { render: backLink } : { onClick: onBack })}
          >
            <ArrowLeft className="rtl:-scale-x-100" />
          </IconButton>
        )}
        <ChapterProgress progress={progress} />
        {corner && <div className="-me-2 md:hidden">{corner}</div>}
      </div>
      {card && <div className="lg:order-last">{card}</div>}
      <div className="flex min-w-0 grow flex-col lg:pt-6">{children}</div>
    </div>
  )
}
