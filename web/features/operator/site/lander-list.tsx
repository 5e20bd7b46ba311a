import { useState, type SubmitEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { countries } from '#contract/countries.ts'
import { isLanderSlug, landers, nicheNames } from '#contract/landers/landers.ts'
import { landerOfSubject } from '#contract/landers/lander-subject.ts'
import { languageNames, languages } from '#contract/languages.ts'
import type { LanderRow } from '#contract/operator/site/lander-schemas.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { ListPages, PLACE_PARAMETER } from '#web/features/operator/ui/list-pages.tsx'
import { When } from '#web/features/operator/ui/when.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { landersQuery, sitesQuery } from './queries.ts'
import { landerPath } from './site-path.ts'
import { useAudienceText } from './use-audience-text.ts'

const columns = {
  page: ({ lander }) => lander,
  audience: Audience,
  changed: ({ updatedAt }) => <When at={updatedAt} />,
} satisfies Columns<LanderRow>

/** What is set for landing pages, and the form that opens more (LAND-4). */
export function LanderList() {
  const t = useTranslations('operator-site')
  const [search] = useSearchParams()
  const { contents, next } = useLoaded(landersQuery(search.get(PLACE_PARAMETER)))
  return (
    <>
      <ConsoleTitle title={t('landers')} />
      <AudienceForm />
      <DataList
        label={t('landers')}
        columns={columns}
        heading={(name) => t(`lander.${name}`)}
        rows={contents}
        rowId={({ id }) => String(id)}
        rowPath={landerPath}
        empty={t('lander.none')}
      />
      <ListPages next={next} />
    </>
  )
}

function Audience(row: LanderRow) {
  const audienceText = useAudienceText()
  return audienceText(row)
}

/** Chooses a landing page and the visitors, and opens what is set for them. */
function AudienceForm() {
  const t = useTranslations('operator-site.lander')
  const { sites } = useLoaded(sitesQuery())
  const countryName = useCountryName()
  const navigate = useNavigate()
  const [isSlugWrong, setIsSlugWrong] = useState(false)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const part = (name: string) => {
      const value = form.get(name)
      return (typeof value === 'string' && value.trim()) || '_'
    }
    const slug = part('slug')
    if (slug !== '_' && !isLanderSlug(slug)) return setIsSlugWrong(true)
    const parts = ['lander', part('lander'), part('site'), part('niche'), slug, part('country'), part('language')]
    const key = landerOfSubject(parts.join('/'))
    if (key) void navigate(landerPath(key))
  }

  return (
    <Card render={<section aria-labelledby="choose-lander" />}>
      <h2 id="choose-lander" className="mb-3 text-lg font-bold">
        {t('choose')}
      </h2>
      <form method="post" noValidate onSubmit={submit} className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field label={t('page')}>
          <Select name="lander" options={landers.map((name) => ({ value: name, label: name }))} />
        </Field>
        <Choice
          name="site"
          all={t('allSites')}
          options={sites.map(({ siteId, domain }) => ({ value: String(siteId), label: domain }))}
        />
        <Choice
          name="niche"
          all={t('allNiches')}
          options={nicheNames.map((name, index) => ({ value: String(index + 1), label: `${index + 1} · ${name}` }))}
        />
        <Field label={t('slug')} description={t('slugHelp')} error={isSlugWrong && t('slugWrong')}>
          <TextInput name="slug" autoComplete="off" onChange={() => setIsSlugWrong(false)} />
        </Field>
        <Choice
          name="country"
          all={t('allCountries')}
          options={countries.map((code) => ({ value: code, label: countryName(code) }))}
        />
        <Choice
          name="language"
          all={t('allLanguages')}
          options={languages.map((code) => ({ value: code, label: languageNames[code] }))}
        />
        <div className="sm:col-span-full">
          <Button type="submit">{t('open')}</Button>
        </div>
      </form>
    </Card>
  )
}

interface ChoiceProps {
  name: 'site' | 'niche' | 'country' | 'language'
  /** The text of the choice that leaves it open. */
  all: string
  options: { value: string; label: string }[]
}

function Choice({ name, all, options }: ChoiceProps) {
  const t = useTranslations('operator-site.lander')
  return (
    <Field label={t(name)}>
      <Select name={name} options={[{ value: '_', label: all }, ...options]} />
    </Field>
  )
}
