import { useLocation } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { useMay } from '#web/features/operator/queries.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { TabLinks } from '#web/ui/navigation/tab-links.tsx'

const tabs = [
  { name: 'orders', path: '/operator/money', permission: 'money.see' },
  { name: 'incidents', path: '/operator/money/incidents', permission: 'money.see' },
  { name: 'books', path: '/operator/money/books', permission: 'money.books' },
] as const

/** The parts of the money area that the role may see. */
export function MoneyTabs() {
  const t = useTranslations('operator-money')
  const may = useMay()
  const { pathname } = useLocation()
  return (
    <TabLinks
      label={t('pages')}
      links={tabs
        .filter(({ permission }) => may(permission))
        .map(({ name, path }) => ({
          key: name,
          label: t(`tabs.${name}`),
          isCurrent: pathname === path,
          render: <Link to={path} />,
        }))}
    />
  )
}
