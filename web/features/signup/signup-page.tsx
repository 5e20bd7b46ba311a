import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { useIsSignupOpen, useSettings } from '#web/features/settings/use-settings.ts'
import { Card } from '#web/ui/elements/card.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { SignupForm } from './signup-form.tsx'

interface Props {
  target?: ProfileCard | null
  /** What the message to that member begins with. */
  firstMessage?: string | undefined
}

/** Heading and form of the sign-up, with or without a member to write to. */
export function SignupPage({ target = null, firstMessage }: Props) {
  const t = useTranslations('signup')
  const { name: site } = useSettings()
  const isOpen = useIsSignupOpen()
  return (
    <>
      <h1 className="mb-1 text-3xl font-bold wrap-anywhere">
        {target ? t('headingTarget', { name: target.name }) : t('heading')}
      </h1>
      <p className="mb-6 text-text-muted">{t(target ? 'leadTarget' : 'lead', { site })}</p>
      {isOpen ? (
        <Card padding="lg">
          <SignupForm target={target} firstMessage={firstMessage} />
        </Card>
      ) : (
        <Alert tone="info">{t('closed')}</Alert>
      )}
    </>
  )
}
