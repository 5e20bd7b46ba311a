import { lazy, Suspense, type ReactNode } from 'react'
import { href, Link } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { loading, queryClientContext, type Loading } from '#web/api/load.ts'
import { DeleteAccount } from '#web/features/accounts/deletion/delete-account.tsx'
import { EmailSettings } from '#web/features/accounts/email/email-settings.tsx'
import { NotificationSwitches } from '#web/features/accounts/notifications/notification-switches.tsx'
import { PauseAccount } from '#web/features/accounts/deletion/pause-account.tsx'
import { SecuritySettings } from '#web/features/accounts/security/security-settings.tsx'
import { securityQuery } from '#web/features/accounts/security/security-queries.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { DataExport } from '#web/features/exports/data-export.tsx'
import { BlockList } from '#web/features/moderation/block-list.tsx'
import { blockPagesQuery } from '#web/features/moderation/queries.ts'
import { NoticeSettings } from '#web/features/notifications/notice-settings.tsx'
import { PrivacySettings } from '#web/features/profiles/form/privacy-settings.tsx'
import { SettingsRow, SettingsSection } from '#web/features/settings/settings-section.tsx'
import { DiscreetSwitch } from '#web/shell/notices/discreet-switch.tsx'
import { LanguageMenu } from '#web/shell/navigation/language-menu.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { ThemeSwitch } from '#web/shell/navigation/theme-switch.tsx'
import type { Route } from './+types/notifications'

const StayOffer = lazy(async () => ({
  default: (await import('#web/features/payments/time-bonus/stay-offer.tsx')).StayOffer,
}))

const load = loading(async ({ context, query }: Loading<Route.LoaderArgs>) => {
  const client = context.get(queryClientContext)
  await Promise.all([query(securityQuery()), client.infiniteQuery({ ...blockPagesQuery(), staleTime: 'static' })])
})
export const loader = load
export const clientLoader = load

const sectionIds = ['account', 'security', 'notifications', 'privacy', 'appearance', 'blocked', 'data'] as const

/** Settings in sections that the address can name: `/notifications#security`. Empty ones are not shown. */
export default function Notifications() {
  const t = useTranslations('settings')
  const contents = useContents()
  const sections = sectionIds.filter((id) => contents[id] !== null)
  return (
    <div className="mx-auto max-w-2xl lg:max-w-4xl">
      <PageTitle title={t('title')} isPrivate />
      <h1 className="mb-4 text-2xl font-bold">{t('title')}</h1>
      <div className="gap-10 lg:grid lg:grid-cols-[12rem_1fr]">
        <nav aria-label={t('contents')} className="mb-6 lg:mb-0">
          <ul className="flex flex-wrap gap-x-1 lg:sticky lg:top-24 lg:flex-col">
            {sections.map((id) => (
              <li key={id}>
                <Link
                  to={{ hash: id }}
                  className="flex min-h-11 items-center rounded-md px-3 text-accent-text no-underline hover:bg-accent-soft"
                >
                  {t(`sections.${id}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 flex-col gap-6">
          {sections.map((id) => (
            <SettingsSection key={id} id={id} title={t(`sections.${id}`)}>
              {contents[id]}
            </SettingsSection>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Returns what each section contains. */
function useContents(): Record<(typeof sectionIds)[number], ReactNode> {
  const t = useTranslations('settings')
  const user = useUser()
  return {
    account: (
      <>
        <SettingsRow name={t('email')}>
          <span className="min-w-0 break-words text-text-muted">{user?.email}</span>
        </SettingsRow>
        <EmailSettings />
      </>
    ),
    security: <SecuritySettings />,
    notifications: (
      <>
        <NotificationSwitches />
        <NoticeSettings />
        <DiscreetSwitch />
      </>
    ),
    privacy: <PrivacySettings />,
    appearance: (
      <>
        <SettingsRow name={t('language')}>
          <LanguageMenu />
        </SettingsRow>
        <SettingsRow name={t('appearance')}>
          <ThemeSwitch />
        </SettingsRow>
      </>
    ),
    blocked: (
      <>
        <BlockList />
        <p className="mt-4">
          <Link className="text-accent-text underline" to={href('/decisions')}>
            {t('decisions')}
          </Link>
        </p>
      </>
    ),
    data: (
      <>
        <DataExport />
        <PauseAccount />
        <DeleteAccount
          offer={
            <Suspense>
              <StayOffer />
            </Suspense>
          }
        />
      </>
    ),
  }
}
