import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, type ComponentProps } from 'react'
import type { CountryCode } from '#contract/countries.ts'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { citiesQuery } from './list-queries.ts'

type CityInputProps = ComponentProps<typeof TextInput> & {
  country: CountryCode
  /** Empty while none is chosen. */
  region: string
  /** What is typed. */
  typed: string
}

/**
 * A city, with those of the region as suggestions; any other text is allowed. The browser's own combobox
 * brings the phone's picker, keyboard and screen readers. Needs a Field around it.
 */
export function CityInput({ country, region, typed, ...input }: CityInputProps) {
  const listId = useId()
  const q = useDeferredValue(typed.trim())
  const { data } = useQuery({
    ...citiesQuery({ country, region, q }),
    enabled: region !== '',
    placeholderData: keepPreviousData,
  })
  const cities = region === '' ? [] : (data?.cities ?? [])
  return (
    <>
      <TextInput {...input} list={listId} autoComplete="address-level2" />
      <datalist id={listId}>
        {cities.map((city) => (
          <option key={city} value={city}>
            {city}
          </option>
        ))}
      </datalist>
    </>
  )
}
