import type { ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Link } from '#web/api/link.tsx'
import { useMinimumAge } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import type { LanderView } from './use-lander.ts'

interface Props {
  view: LanderView
  /** In the place of the heading of the page. */
  title?: ReactNode
  children?: ReactNode
}

/** What every landing page has: its niche's text, a heading, a sentence, and the link to the sign-up. */
export function Intro({ view, title = view.text('title'), children }: Props) {
  return (
    <div className="lander-intro">
      <p className="lander-kicker">{view.text('kicker')}</p>
      <h1>{title}</h1>
      <p className="lander-lead">{view.text('lead')}</p>
      {children}
      <Actions view={view} />
    </div>
  )
}

/** Links only, so that they work before and without any script. */
export function Actions({ view: { text, signupUrl, loginUrl, isSignupOpen } }: { view: LanderView }) {
  const t = useTranslations('landers')
  const signupT = useTranslations('signup')
  return (
    <div className="lander-actions">
      {isSignupOpen ? (
        <Button variant="gradient" size="lg" className="lander-call" render={<Link to={signupUrl} />}>
          {text('action')}
        </Button>
      ) : (
        <p>{signupT('closed')}</p>
      )}
      <Button variant="ghost" size="lg" className="lander-login" render={<Link to={loginUrl} />}>
        {t('login')}
      </Button>
      <p className="lander-note">{t('note', { age: useMinimumAge() })}</p>
    </div>
  )
}
