import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { useIsSignupOpen } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { SignupForm } from './signup-form.tsx'

interface Props {
  target?: ProfileCard | null
  /** What the message to that member begins with. */
  firstMessage?: string | undefined
  /** Beside the counter of the first step, on a phone. */
  corner: ReactNode
}

/** The sign-up, with or without a member to write to. */
export function SignupPage({ target = null, firstMessage, corner }: Props) {
  const t = useTranslations('signup')
  const isOpen = useIsSignupOpen()
  const heading = target ? t('headingTarget', { name: target.name }) : t('heading')
  // What is read is the question of the step.
  if (isOpen)
    return (
      <>
        <h1 className="sr-only">{heading}</h1>
        <SignupForm target={target} firstMessage={firstMessage} corner={corner} />
      </>
    )
  return (
    <div className="mx-auto w-full max-w-form">
      <h1 className="mb-4 text-3xl font-bold wrap-anywhere">{heading}</h1>
      <Alert tone="info">{t('closed')}</Alert>
      <Button variant="ghost" className="mt-4" render={<Link to={href('/')} />}>
        {t('back')}
      </Button>
    </div>
  )
}
