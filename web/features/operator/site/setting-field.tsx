import { useTranslations } from '#web/i18n/intl.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { PromoTilePreview } from './promo-tile-preview.tsx'
import { RowsField } from './rows-field.tsx'
import { editorOf, textKeyOf, type SettingName } from './setting-groups.ts'
import type { SettingInput } from './setting-values.ts'
import { structureOf, type Row } from './structures.ts'

interface SettingFieldProps {
  name: SettingName
  input: SettingInput
  error: string | undefined
  /** The site has a value of its own, stored or typed. */
  isOwn: boolean
  disabled: boolean
  onChange: (input: SettingInput) => void
  /** Gives the default back. */
  onReset: () => void
}

/** One setting with its meaning, by the editor that fits it. */
export function SettingField({ name, input, error, isOwn, disabled, onChange, onReset }: SettingFieldProps) {
  const t = useTranslations('operator-site')
  const key = textKeyOf(name)
  const label = t(`settings.${key}.label`)
  const hint = isOwn && !disabled && (
    <button type="button" onClick={onReset} className="target font-semibold text-accent-text underline">
      {t('useDefault')}
      <span className="sr-only">: {label}</span>
    </button>
  )
  const description = t(`settings.${key}.help`)
  const editor = editorOf(name)
  const texts = { label, description, error }
  if (editor.kind === 'switch')
    return (
      <div>
        <Switch label={label} description={description} isOn={input === true} disabled={disabled} onChange={onChange} />
        {error && <p className="text-sm font-medium text-danger-text">{error}</p>}
        {hint}
      </div>
    )
  if (editor.kind === 'choices') {
    const selection = new Set(input as readonly string[])
    return (
      <FieldGroup {...texts}>
        <div className="grid max-h-80 grid-cols-2 gap-x-4 overflow-y-auto rounded-md border border-line px-3 sm:grid-cols-3">
          {editor.options.map((option) => (
            <Checkbox
              key={option}
              label={optionText(String(option))}
              checked={selection.has(String(option))}
              disabled={disabled}
              onChange={({ target }) =>
                onChange(
                  editor.options
                    .map(String)
                    .filter((each) => (each === String(option) ? target.checked : selection.has(each))),
                )
              }
            />
          ))}
        </div>
        {hint}
      </FieldGroup>
    )
  }
  const structure = structureOf(name)
  if (structure) {
    const rows = input as readonly Row[]
    return (
      <RowsField {...texts} structure={structure} rows={rows} disabled={disabled} onChange={onChange}>
        {name === 'promo_tiles' && <PromoTilePreview rows={rows} />}
        {hint && <div>{hint}</div>}
      </RowsField>
    )
  }
  const value = typeof input === 'string' ? input : ''
  const control = { value, disabled, name }
  return (
    <div className="flex flex-col gap-1.5">
      <Field {...texts}>
        {editor.kind === 'choice' ? (
          <Select
            {...control}
            onChange={({ target }) => onChange(target.value)}
            options={editor.options.map((option) => ({
              value: String(option),
              label: typeof option === 'number' ? String(option) : t(`options.${option as 'all'}`),
            }))}
          />
        ) : editor.kind === 'text' || editor.kind === 'number' || editor.kind === 'colour' ? (
          <TextInput
            {...control}
            inputMode={editor.kind === 'number' ? 'numeric' : undefined}
            placeholder={editor.kind === 'colour' ? '#rrggbb' : undefined}
            end={
              editor.kind === 'colour' && (
                <span
                  aria-hidden
                  className="me-2 size-7 rounded-full border border-line"
                  style={{ backgroundColor: value || undefined }}
                />
              )
            }
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <Textarea
            {...control}
            spellCheck={editor.kind === 'long'}
            maxRows={16}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      {hint && <div>{hint}</div>}
    </div>
  )
}

/** Values of the contract as operators read them: `eye_colour` as “eye colour”. */
function optionText(option: string) {
  return option.replaceAll('_', ' ')
}
