import { useState, type SubmitEvent } from 'react'
import type { CompanyForm } from '#contract/operator/site/schemas.ts'
import { countries, type CountryCode } from '#contract/countries.ts'
import { placeErrors, type FormError } from '#web/api/forms/form-errors.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'

const lines = ['name', 'address', 'city', 'kvk', 'support_phone', 'sepa_creditor_id'] as const
const names = [...lines, 'country', 'tradenames', 'vat_numbers', 'delete_discount'] as const
type Name = (typeof names)[number]

interface Props {
  /** As the form begins. */
  stored: CompanyForm
  disabled?: boolean
  isPending: boolean
  /** The text of the button. */
  submitText: string
  onSubmit: (company: CompanyForm, options: { onError: (error: Error) => void }) => void
}

/** The fields of a company. Errors are at them. */
export function CompanyFields({ stored, disabled = false, isPending, submitText, onSubmit }: Props) {
  const t = useTranslations('operator-site')
  const errorText = useErrorText()
  const [company, setCompany] = useState(stored)
  const [errors, setErrors] = useState<Partial<Record<Name, FormError>>>({})
  const set = (change: Partial<CompanyForm>) => setCompany((before) => ({ ...before, ...change }))
  const fieldOf = (name: Name) => {
    const error = errors[name]
    return { label: t(`companyFields.${name}`), error: error && errorText.ofCode(error.code, error.params) }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending) return
    onSubmit(company, {
      onError: (error) => setErrors(Object.fromEntries(placeErrors(error, names).fields)),
    })
  }

  return (
    <Card>
      <form method="post" noValidate onSubmit={submit} className="grid items-start gap-4 md:grid-cols-2">
        {lines.map((name) => (
          <Field key={name} {...fieldOf(name)}>
            <TextInput
              name={name}
              value={company[name]}
              disabled={disabled}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          </Field>
        ))}
        <Field {...fieldOf('country')}>
          <Select
            name="country"
            value={company.country}
            disabled={disabled}
            options={countries.map((code) => ({ value: code, label: code }))}
            onChange={({ target }) => set({ country: target.value as CountryCode })}
          />
        </Field>
        <Field {...fieldOf('delete_discount')} description={t('companyFields.delete_discount_help')}>
          <TextInput
            name="delete_discount"
            type="number"
            min={0}
            max={100}
            value={company.delete_discount}
            disabled={disabled}
            onChange={({ target }) => set({ delete_discount: Number(target.value) })}
          />
        </Field>
        <Field {...fieldOf('tradenames')} description={t('companyFields.tradenames_help')}>
          <Textarea
            name="tradenames"
            defaultValue={company.tradenames.join('\n')}
            disabled={disabled}
            onChange={({ target }) => set({ tradenames: linesOf(target.value) })}
          />
        </Field>
        <Field {...fieldOf('vat_numbers')} description={t('companyFields.vat_numbers_help')}>
          <Textarea
            name="vat_numbers"
            defaultValue={company.vat_numbers.map(({ country, number }) => `${country} ${number}`).join('\n')}
            disabled={disabled}
            onChange={({ target }) => set({ vat_numbers: linesOf(target.value).map(vatNumberOf) })}
          />
        </Field>
        {!disabled && (
          <div className="md:col-span-2">
            <Button type="submit" isPending={isPending}>
              {submitText}
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}

function linesOf(text: string) {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
}

/** What has no country in front of it, the server rejects. */
function vatNumberOf(line: string) {
  const [country = '', ...rest] = line.split(/\s+/)
  return { country: country as CountryCode, number: rest.join(' ') }
}
