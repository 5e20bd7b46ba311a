import { useLocation } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { TabLinks } from '#web/ui/navigation/tab-links.tsx'

const tabs = [
  { name: 'days', path: '/operator' },
  { name: 'campaigns', path: '/operator/campaigns' },
  { name: 'cohorts', path: '/operator/cohorts' },
] as const

/** The parts of the overview. */
export function OverviewTabs() {
  const t = useTranslations('operator-overview')
  const { pathname } = useLocation()
  return (
    <TabLinks
      label={t('pages')}
      links={tabs.map(({ name, path }) => ({
        key: name,
        label: t(`tabs.${name}`),
        isCurrent: pathname === path,
        render: <Link to={path} />,
      }))}
    />
  )
}
