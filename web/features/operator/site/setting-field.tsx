import { useTranslations } from '#web/i18n/intl.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { PromoTilePreview } from './promo-tile-preview.tsx'
import { RowsField } from './rows-field.tsx'
import { editorOf, textKeyOf, type SettingEditor, type SettingName } from './setting-groups.ts'
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
  if (editor.kind === 'choices')
    return (
      <FieldGroup {...texts}>
        <Choices
          options={editor.options.map(String)}
          chosen={input as readonly string[]}
          disabled={disabled}
          onChange={onChange}
        />
        {hint}
      </FieldGroup>
    )
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
  return (
    <div className="flex flex-col gap-1.5">
      <Field {...texts}>
        <TextControl
          editor={editor}
          name={name}
          value={typeof input === 'string' ? input : ''}
          disabled={disabled}
          onChange={onChange}
        />
      </Field>
      {hint && <div>{hint}</div>}
    </div>
  )
}

interface ChoicesProps {
  options: readonly string[]
  chosen: readonly string[]
  disabled: boolean
  onChange: (chosen: readonly string[]) => void
}

/** Any number of values of a list, in its order. */
function Choices({ options, chosen, disabled, onChange }: ChoicesProps) {
  return (
    <div className="grid max-h-80 grid-cols-2 gap-x-4 overflow-y-auto rounded-md border border-line px-3 sm:grid-cols-3">
      {options.map((option) => (
        <Checkbox
          key={option}
          label={optionText(option)}
          checked={chosen.includes(option)}
          disabled={disabled}
          onChange={({ target }) =>
            onChange(options.filter((each) => (each === option ? target.checked : chosen.includes(each))))
          }
        />
      ))}
    </div>
  )
}

interface TextControlProps {
  editor: SettingEditor
  name: SettingName
  value: string
  disabled: boolean
  onChange: (value: string) => void
}

/** A value that is typed, or the only one of a list. */
function TextControl({ editor, onChange, ...rest }: TextControlProps) {
  const t = useTranslations('operator-site')
  const control = { ...rest, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) }
  switch (editor.kind) {
    case 'choice':
      return (
        <Select
          {...control}
          options={editor.options.map((option) => ({
            value: String(option),
            label: typeof option === 'number' ? String(option) : t(`options.${option as 'all'}`),
          }))}
        />
      )
    case 'text':
      return <TextInput {...control} />
    case 'number':
      return <TextInput {...control} inputMode="numeric" />
    case 'colour':
      return <TextInput {...control} placeholder="#rrggbb" end={<ColourSample colour={control.value} />} />
    default:
      return <Textarea {...control} spellCheck={editor.kind === 'long'} maxRows={16} />
  }
}

function ColourSample({ colour }: { colour: string }) {
  return (
    <span
      aria-hidden
      className="me-2 size-7 rounded-full border border-line"
      style={{ backgroundColor: colour || undefined }}
    />
  )
}

/** Values of the contract as operators read them: `eye_colour` as “eye colour”. */
function optionText(option: string) {
  return option.replaceAll('_', ' ')
}
