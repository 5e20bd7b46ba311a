import { Controller, useFormContext } from 'react-hook-form'
import type { CountryCode } from '#contract/countries.ts'
import { PlaceFields } from './place-fields.tsx'

/** Country and region in a form that has fields of these names. The form is passed by a `FormProvider`. */
export function PlaceFormFields({
  countryError,
  regionError,
}: Record<'countryError' | 'regionError', string | undefined>) {
  const { control, setValue, watch } = useFormContext<{ country: CountryCode; region: string }>()
  const country = watch('country')
  return (
    <Controller
      control={control}
      name="region"
      render={({ field }) => (
        <PlaceFields
          country={country}
          region={field.value}
          regionRef={field.ref}
          countryError={countryError}
          regionError={regionError}
          onChange={(place) => {
            if (place.country === country) return field.onChange(place.region)
            // Without validation: the region cannot be right before it is chosen again.
            setValue('country', place.country)
            setValue('region', place.region)
          }}
        />
      )}
    />
  )
}
