import { Controller } from 'react-hook-form'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { regionKinds } from '#contract/countries.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { regionsQuery } from '#web/features/settings/list-queries.ts'
import { PlaceFields } from '#web/features/settings/place-fields.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { ListCombobox } from '#web/ui/forms/list-combobox.tsx'
import { isSameName, matchingNames } from '#web/features/settings/matching-names.ts'
import type { Signup } from '../use-signup.ts'

/** More regions than this are a list to type in instead of cards. */
const MAX_CARDS = 8

/** Asks for country and region, by which members find each other. The town can follow later. */
export function PlaceStep({ signup }: { signup: Signup }) {
  const t = useTranslations('signup')
  const { form } = signup
  const country = form.watch('country')
  return (
    <>
      <PlaceFields
        country={country}
        region=""
        hasRegion={false}
        countryError={form.errorOf('country')}
        onChange={(place) => {
          // Without validation: the region cannot be right before it is chosen again.
          form.setValue('country', place.country)
          form.setValue('region', '')
        }}
      />
      <RegionField key={country} signup={signup} />
      <p className="text-sm text-text-muted">{t('fields.placeHelp')}</p>
    </>
  )
}

/** The region, labelled with the country's name for it (SET-6). A press on one goes on. */
function RegionField({ signup: { form, next } }: { signup: Signup }) {
  const t = useTranslations('settings')
  const common = useTranslations('common')
  const country = form.watch('country')
  const { data, isError, isFetching, refetch } = useQuery(regionsQuery())
  const regions = data?.regions[country]?.regions ?? []
  const label = t(`regionKinds.${data?.regions[country]?.label ?? regionKinds[country]}`)
  const error = form.errorOf('region')

  function pick(region: string) {
    form.clearErrors('region')
    form.setValue('region', region)
    void next()
  }

  if (isError && !data) {
    return (
      <LoadFailed
        text={t('regionsFailed')}
        retryLabel={common('retry')}
        isPending={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <Controller
      control={form.control}
      name="region"
      render={({ field }) =>
        regions.length > MAX_CARDS || !data ? (
          <Field label={label} error={error}>
            <RegionList
              label={label}
              regions={regions}
              region={field.value}
              onRegionChange={(region) => form.setValue('region', region)}
              onPick={pick}
              ref={field.ref}
            />
          </Field>
        ) : (
          <FieldGroup label={label} error={error}>
            <ChoiceCards
              ref={field.ref}
              name="region"
              value={field.value}
              onValueChange={(region) => {
                form.clearErrors('region')
                form.setValue('region', region)
              }}
              onPick={pick}
              options={regions.map((region) => ({ value: region, label: region }))}
            />
          </FieldGroup>
        )
      }
    />
  )
}

interface RegionListProps {
  label: string
  regions: readonly string[]
  region: string
  onRegionChange: (region: string) => void
  onPick: (region: string) => void
  ref: React.Ref<HTMLInputElement>
}

function RegionList({ label, regions, region, onRegionChange, onPick, ref }: RegionListProps) {
  const t = useTranslations('settings')
  const [typed, setTyped] = useState(region)
  // A draft is restored after the first rendering.
  const text = region !== '' && !isSameName(typed, region) ? region : typed
  return (
    <ListCombobox
      ref={ref}
      value={text}
      placeholder={t('chooseRegion')}
      autoComplete="off"
      listLabel={label}
      options={region === text ? regions : matchingNames(regions, text)}
      onValueChange={(changed) => {
        setTyped(changed)
        onRegionChange(regions.find((each) => isSameName(each, changed)) ?? '')
      }}
      onPick={(chosen) => {
        setTyped(chosen)
        onPick(chosen)
      }}
    />
  )
}
