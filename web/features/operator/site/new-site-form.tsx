import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { createSite, listSites } from '#contract/operator/site/calls.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { useAct } from '#web/features/operator/access/confirmation.tsx'
import { FormCard } from '#web/features/operator/ui/form-card.tsx'
import { useSentForm } from '#web/features/operator/ui/use-sent-form.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { sitesQuery } from './queries.ts'
import { sitePath } from './site-path.ts'

/** Adds a site for a host name and opens it. */
export function NewSiteForm() {
  const t = useTranslations('operator-site')
  const { companies } = useLoaded(sitesQuery())
  const act = useAct()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { form, isPending, clear, errorOf } = useSentForm(['domain', 'name', 'companyId'], {
    send: ({ companyId, ...site }) => act(createSite, { body: { ...site, companyId: Number(companyId) } }),
    async onSent({ siteId }) {
      await client.invalidateQueries({ queryKey: apiQueryKey(listSites) })
      await navigate(sitePath('site', siteId))
    },
  })

  return (
    <FormCard id="new-site" title={t('newSite')} level={3} form={form} columns="md:grid-cols-[1fr_1fr_1fr_auto]">
      <Field label={t('domain')} error={errorOf('domain')}>
        <TextInput name="domain" placeholder="dating.example" onChange={() => clear('domain')} />
      </Field>
      <Field label={t('name')} error={errorOf('name')}>
        <TextInput name="name" onChange={() => clear('name')} />
      </Field>
      <Field label={t('company')} error={errorOf('companyId')}>
        <Select
          name="companyId"
          options={companies.map((each) => ({ value: String(each.companyId), label: each.name }))}
        />
      </Field>
      <Button type="submit" isPending={isPending} className="md:mt-6.5">
        {t('create')}
      </Button>
      <div className="md:col-span-full">
        <FormProblem>{errorOf('form')}</FormProblem>
      </div>
    </FormCard>
  )
}
