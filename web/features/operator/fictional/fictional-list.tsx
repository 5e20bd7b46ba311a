import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { createFictional, listFictional } from '#contract/operator/fictional/calls.ts'
import type { ListedProfile } from '#contract/operator/fictional/schemas.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { useAct } from '#web/features/operator/access/confirmation.tsx'
import { useMay } from '#web/features/operator/queries.ts'
import { sitesQuery } from '#web/features/operator/site/queries.ts'
import { fictionalPath } from '#web/features/operator/site/site-path.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { FormCard } from '#web/features/operator/ui/form-card.tsx'
import { ListPages, PLACE_PARAMETER } from '#web/features/operator/ui/list-pages.tsx'
import { When } from '#web/features/operator/ui/when.tsx'
import { useSentForm } from '#web/features/operator/ui/use-sent-form.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { FictionalExtras, noExtras, type Extras } from './fictional-extras.tsx'
import { FictionalFields, fictionalPlaces, toProfile } from './fictional-fields.tsx'
import { fictionalListQuery } from './queries.ts'

const columns = {
  name: ({ name }) => name,
  about: About,
  place: Place,
  site: ({ site }) => site,
  created: ({ createdAt }) => <When at={createdAt} />,
} satisfies Columns<ListedProfile>

/** The fictional profiles, and the form that makes one (OPER-32). */
export function FictionalList() {
  const t = useTranslations('operator-fictional')
  const [search] = useSearchParams()
  const { profiles, next } = useLoaded(fictionalListQuery(search.get(PLACE_PARAMETER)))
  const may = useMay()
  return (
    <>
      <ConsoleTitle title={t('title')} />
      <p className="text-text-muted">{t('help')}</p>
      {may('fictional.manage') && <NewProfileForm />}
      <DataList
        label={t('title')}
        columns={columns}
        heading={(name) => t(`columns.${name}`)}
        rows={profiles}
        rowId={({ id }) => id}
        rowPath={({ id }) => fictionalPath(id)}
        empty={t('none')}
      />
      <ListPages next={next} />
    </>
  )
}

function About({ gender, age }: ListedProfile) {
  const t = useTranslations('operator-fictional')
  return t('ageGender', { gender, age })
}

function Place({ region, country }: ListedProfile) {
  const countryName = useCountryName()
  return [region, countryName(country) ?? country].join(', ')
}

/** Makes a profile and opens it, where its photos are added. */
function NewProfileForm() {
  const t = useTranslations('operator-fictional')
  const { sites } = useLoaded(sitesQuery())
  const [siteId, setSiteId] = useState(sites[0]?.siteId ?? 0)
  const extras = useForm<Extras>({ defaultValues: noExtras })
  const act = useAct()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { form, isPending, clear, errorOf } = useSentForm(fictionalPlaces, {
    send: (values) => act(createFictional, { body: { siteId, ...toProfile(values, extras.getValues()) } }),
    async onSent({ profileId }) {
      await client.invalidateQueries({ queryKey: apiQueryKey(listFictional) })
      await navigate(fictionalPath(profileId))
    },
  })

  return (
    <FormCard id="new-fictional" title={t('new')} form={form} columns="sm:grid-cols-2 lg:grid-cols-3">
      <Field label={t('fields.siteId')}>
        <Select
          name="siteId"
          value={String(siteId)}
          options={sites.map((site) => ({ value: String(site.siteId), label: site.domain }))}
          onChange={({ target }) => setSiteId(Number(target.value))}
        />
      </Field>
      <FictionalFields siteId={siteId} errorOf={errorOf} clear={clear} />
      <FictionalExtras siteId={siteId} form={extras} errorOf={errorOf} />
      <div className="sm:col-span-full">
        <FormProblem>{errorOf('form')}</FormProblem>
        <Button type="submit" isPending={isPending}>
          {t('create')}
        </Button>
      </div>
    </FormCard>
  )
}
