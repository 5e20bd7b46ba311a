import { noop, useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Link } from '#web/api/link.tsx'
import { loading, queryClientContext, type Loading } from '#web/api/load.ts'
import { DeleteAccount } from '#web/features/accounts/deletion/delete-account.tsx'
import { PauseAccount } from '#web/features/accounts/deletion/pause-account.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { NoticeSettings } from '#web/features/notifications/notice-settings.tsx'
import { NotificationSwitches } from '#web/features/accounts/notifications/notification-switches.tsx'
import { DataExport } from '#web/features/exports/data-export.tsx'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { BlockList } from '#web/features/moderation/block-list.tsx'
import { blockPagesQuery } from '#web/features/moderation/queries.ts'
import { ShareDate } from '#web/features/moderation/safety/share-date.tsx'
import { PrivacySettings } from '#web/features/profiles/form/privacy-settings.tsx'
import { SettingsPart, SettingsRow } from '#web/features/settings/settings-part.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { LanguageChoice, ThemeChoice } from '#web/shell/navigation/appearance-choices.tsx'
import { HelpRows } from '#web/shell/navigation/help-rows.tsx'
import { DiscreetSwitch } from '#web/shell/notices/discreet-switch.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { unknownPage } from '#web/routes/route-params.ts'
import type { Route } from './+types/section'

const StayOffer = lazyPart(async () => (await import('#web/features/payments/time-bonus/stay-offer.tsx')).StayOffer)

// Account, payments, verification and safety have pages of their own.
type Name = 'notifications' | 'privacy' | 'blocked' | 'share-date' | 'appearance' | 'help' | 'data'

const contents: Record<Name, () => ReactNode> = {
  notifications: NotificationPart,
  privacy: PrivacyPart,
  blocked: BlockedPart,
  'share-date': ShareDatePart,
  appearance: AppearancePart,
  help: HelpRows,
  data: DataPart,
}

const load = loading(async ({ context, query, params: { section } }: Loading<Route.LoaderArgs>) => {
  if (!Object.hasOwn(contents, section)) throw unknownPage()
  const client = context.get(queryClientContext)
  if (section === 'blocked')
    await client.infiniteQuery({ ...blockPagesQuery(), staleTime: 'static', networkMode: 'always' })
  // The form is complete without the names.
  if (section === 'share-date') await query(chatsQuery()).catch(noop)
})
export const loader = load
export const clientLoader = load

/** A page of the settings. */
export default function SettingsSection({ params: { section } }: Route.ComponentProps) {
  // The loader has answered 404 to other names.
  const Content = contents[section as Name]
  return <Content key={section} />
}

function NotificationPart() {
  return (
    <SettingsPart>
      <NotificationSwitches />
      <NoticeSettings />
      <DiscreetSwitch />
    </SettingsPart>
  )
}

function PrivacyPart() {
  const t = useTranslations('privacy')
  return (
    <SettingsPart>
      <PrivacySettings />
      {useUser()?.must_assure_age && (
        <SettingsRow name={t('age')}>
          <Button size="sm" variant="outline" render={<Link to={href('/age-check')} />}>
            {t('confirmAge')}
          </Button>
        </SettingsRow>
      )}
    </SettingsPart>
  )
}

function BlockedPart() {
  return (
    <SettingsPart>
      <BlockList />
    </SettingsPart>
  )
}

/** The text about a date for a friend, reached from the safety page (MOD-33). */
function ShareDatePart() {
  const t = useTranslations('safety.date')
  const chats = useQuery(chatsQuery()).data?.chats ?? []
  return (
    <>
      <PageTitle title={t('title')} isPrivate />
      <h2 className="bar-title mb-4 text-2xl font-bold md:text-xl">{t('title')}</h2>
      <ShareDate names={[...new Set(chats.map(({ profile }) => profile.name))]} />
    </>
  )
}

function AppearancePart() {
  const t = useTranslations('settings')
  return (
    <SettingsPart>
      <SettingsRow name={t('language')}>
        <LanguageChoice />
      </SettingsRow>
      <SettingsRow name={t('appearance')}>
        <ThemeChoice />
      </SettingsRow>
    </SettingsPart>
  )
}

function DataPart() {
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <SettingsPart>
      {/* The form of the deletion offers the pause itself. */}
      {!isLeaving && (
        <>
          <DataExport />
          <PauseAccount />
        </>
      )}
      <DeleteAccount
        isOpen={isLeaving}
        onOpenChange={setIsLeaving}
        offer={
          <Suspense>
            <StayOffer />
          </Suspense>
        }
      />
    </SettingsPart>
  )
}
