import { useState, type SubmitEvent } from 'react'
import { changeSite, getSite, listHistory, listSites } from '#contract/operator/site/calls.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { useActing } from '#web/features/operator/access/use-acting.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { History } from './history.tsx'
import { siteQuery, sitesQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'

/** A site: its host name and company, settings and history. */
export function SiteEditor({ siteId }: { siteId: number }) {
  const site = useLoaded(siteQuery(siteId))
  return (
    <>
      <ConsoleTitle title={site.domain} />
      <HostForm key={site.version} siteId={siteId} />
      <SettingsForm site={site} />
      <History subject={`site/${siteId}`} version={site.version} restores={[getSite, listSites]} />
    </>
  )
}

/** The host name, by which requests find the site, and the company that runs it. */
function HostForm({ siteId }: { siteId: number }) {
  const t = useTranslations('operator-site')
  const site = useLoaded(siteQuery(siteId))
  const { companies } = useLoaded(sitesQuery())
  const may = useMay()
  const [domain, setDomain] = useState(site.domain)
  const [companyId, setCompanyId] = useState(site.companyId)
  const { mutate, isPending } = useActing(changeSite, { done: t('saved'), changes: [getSite, listSites, listHistory] })
  const disabled = !may('site.manage')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    mutate({ params: { siteId }, body: { domain, companyId, expectedVersion: site.version } })
  }

  return (
    <Card>
      <form method="post" noValidate onSubmit={submit} className="grid items-start gap-4 md:grid-cols-[1fr_1fr_auto]">
        <Field label={t('domain')} description={t('domainHelp')}>
          <TextInput
            name="domain"
            value={domain}
            disabled={disabled}
            onChange={({ target }) => setDomain(target.value)}
          />
        </Field>
        <Field label={t('company')}>
          <Select
            name="companyId"
            value={String(companyId)}
            disabled={disabled}
            options={companies.map((each) => ({ value: String(each.companyId), label: each.name }))}
            onChange={({ target }) => setCompanyId(Number(target.value))}
          />
        </Field>
        {!disabled && (
          <Button type="submit" variant="secondary" isPending={isPending} className="md:mt-6.5">
            {t('save')}
          </Button>
        )}
      </form>
    </Card>
  )
}
