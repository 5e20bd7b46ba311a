import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import MapPin from 'lucide-react/icons/map-pin'
import { useDeferredValue } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import type { OwnProfile } from '#contract/profiles/schemas.ts'
import { citiesQuery } from '#web/features/settings/list-queries.ts'
import { isSameName } from '#web/features/settings/matching-names.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { ListCombobox } from '#web/ui/forms/list-combobox.tsx'

type PlaceValues = Pick<OwnProfile, 'country' | 'region' | 'city'>

interface Props {
  error: string | undefined
  /** Whether the list is there before the member types: the town is all that the screen asks for. */
  isListed?: boolean
}

/** The town, one of the list of its region, in the form around it. `useFindTown` checks what was typed. */
export function TownField({ error, isListed = false }: Props) {
  const t = useTranslations('profiles.own')
  const { control, watch } = useFormContext<PlaceValues>()
  const [country, region, city] = watch(['country', 'region', 'city'])
  const typed = useDeferredValue(city)
  const { data } = useQuery({
    ...citiesQuery({ country, region, city: typed }),
    enabled: region !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <Controller
      control={control}
      name="city"
      render={({ field }) => (
        <Field label={t('city')} error={error}>
          <ListCombobox
            ref={field.ref}
            name={field.name}
            value={field.value}
            autoComplete="address-level2"
            startIcon={<MapPin />}
            listLabel={t('city')}
            options={region === '' ? [] : (data?.cities ?? [])}
            isOpenAtFirst={isListed}
            onValueChange={field.onChange}
            onPick={field.onChange}
          />
        </Field>
      )}
    />
  )
}

/**
 * Finds the town of the list that a typed name means: '' for none, null if its region lacks it. The text for
 * that is `signup.complete.townUnknown`.
 */
export function useFindTown() {
  const client = useQueryClient()
  return async (place: PlaceValues) => {
    if (place.city.trim() === '') return ''
    const { cities } = await client.query(citiesQuery(place))
    return cities.find((each) => isSameName(each, place.city)) ?? null
  }
}
