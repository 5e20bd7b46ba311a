import { useNavigate } from 'react-router'
import { changeCompany, createCompany, getCompany, listHistory, listSites } from '#contract/operator/site/calls.ts'
import type { CompanyForm } from '#contract/operator/site/schemas.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { useActing } from '#web/features/operator/access/use-acting.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { CompanyFields } from './company-fields.tsx'
import { History } from './history.tsx'
import { companyQuery } from './queries.ts'
import { sitePath } from './site-path.ts'

/** A company, as legal pages, receipts and mails name it, and its history. */
export function CompanyEditor({ companyId }: { companyId: number }) {
  const t = useTranslations('operator-site')
  const { company, version } = useLoaded(companyQuery(companyId))
  const may = useMay()
  const { mutate, isPending } = useActing(changeCompany, {
    done: t('saved'),
    changes: [getCompany, listSites, listHistory],
  })
  return (
    <>
      <ConsoleTitle title={company.name} />
      <CompanyFields
        key={version}
        stored={company}
        disabled={!may('site.manage')}
        isPending={isPending}
        submitText={t('save')}
        onSubmit={(changed, options) =>
          mutate({ params: { companyId }, body: { ...changed, expectedVersion: version } }, options)
        }
      />
      <History subject={`company/${companyId}`} version={version} restores={[getCompany, listSites]} />
    </>
  )
}

const empty: CompanyForm = {
  name: '',
  address: '',
  city: '',
  kvk: '',
  country: 'NL',
  tradenames: [],
  vat_numbers: [],
  support_phone: '',
  sepa_creditor_id: '',
  delete_discount: 0,
}

/** Adds a company and opens it. Sites name theirs. */
export function NewCompany() {
  const t = useTranslations('operator-site')
  const navigate = useNavigate()
  const may = useMay()
  const { mutate, isPending } = useActing(createCompany, { done: t('saved'), changes: [listSites] })
  return (
    <>
      <ConsoleTitle title={t('newCompany')} />
      <CompanyFields
        stored={empty}
        disabled={!may('site.manage')}
        isPending={isPending}
        submitText={t('create')}
        onSubmit={(body, options) =>
          mutate({ body }, { ...options, onSuccess: ({ companyId }) => void navigate(sitePath('company', companyId)) })
        }
      />
    </>
  )
}
