import Gem from 'lucide-react/icons/gem'
import MailCheck from 'lucide-react/icons/mail-check'
import Search from 'lucide-react/icons/search'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import { href, redirect } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { loading } from '#web/api/load.ts'
import { loginPath } from '#web/features/accounts/login/login-target.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { RowLink, Rows } from '#web/features/settings/row-link.tsx'
import { FreeMessages } from '#web/features/signup/steps/free-messages.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Link } from '#web/api/link.tsx'

/** Who is logged in and has not opened the link has nothing confirmed: the reminder is above the members. */
const load = loading(async ({ query }) => {
  const { user } = await query(userQuery())
  if (user?.status === 'not_confirmed') throw redirect(href('/members'))
})
export const loader = load
export const clientLoader = load

/** The email address is confirmed: what is new with it, one next step, others below, and Premium last. */
export default function ActivateDone() {
  const t = useTranslations('accounts')
  const matches = useTranslations('signup.matches')
  const user = useUser()
  const isLoggedIn = user !== null
  const hasPhoto = Boolean(user?.profile.main_image)
  return (
    <div className="mx-auto max-w-3xl py-6 text-center">
      <PageTitle title={t('activated.title')} isPrivate />
      <div className="mb-8 flex flex-col items-center gap-5 rounded-lg bg-accent-soft px-5 py-10">
        <MailCheck aria-hidden className="size-14 text-success-text" />
        <h1 className="text-3xl font-bold text-balance">{t('activated.heading')}</h1>
        {isLoggedIn ? <FreeMessages /> : <p className="text-text-muted">{t('activated.elsewhere')}</p>}
        <Button
          size="lg"
          render={<Link to={isLoggedIn ? href('/signup-matches') : href('/login')} prefetch="intent" />}
        >
          {isLoggedIn ? matches('choosePerson') : t('openLink.login')}
        </Button>
      </div>
      <div className="grid gap-4 text-start md:grid-cols-2">
        <NextStep
          to={isLoggedIn ? href('/profile') : href('/login')}
          icon={<UserRound />}
          title={t('activated.profile')}
          text={hasPhoto ? t('activated.aboutText') : t('activated.profileText')}
        />
        <NextStep
          to={href('/members')}
          icon={<Search />}
          title={t('activated.members')}
          text={t('activated.membersText')}
        />
      </div>
      {!user?.paid_user && (
        <div className="mt-4 text-start">
          <Rows>
            <RowLink
              to={isLoggedIn ? href('/premium') : loginPath(href('/premium'))}
              icon={<Gem aria-hidden />}
              label={t('activated.premium')}
            />
          </Rows>
        </div>
      )}
    </div>
  )
}

function NextStep({ to, icon, title, text }: { to: string; icon: ReactNode; title: string; text: string }) {
  return (
    <Card isInteractive className="flex items-center gap-4 md:block" render={<Link to={to} prefetch="intent" />}>
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text md:mb-3">
        {icon}
      </span>
      <span>
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-text-muted">{text}</span>
      </span>
    </Card>
  )
}
