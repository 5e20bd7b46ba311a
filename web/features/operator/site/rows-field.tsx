import type { ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { emptyRow, wrongCells, type Cell, type Row, type Structure } from './structures.ts'

interface RowsFieldProps {
  label: string
  description: string
  error: string | undefined
  structure: Structure
  rows: readonly Row[]
  disabled: boolean
  onChange: (rows: readonly Row[]) => void
  /** Below the rows. */
  children?: ReactNode
}

/** A setting with a structure: rows that are added and removed, each with a field for each of its cells. */
export function RowsField({ structure, rows, error, onChange, children, ...field }: RowsFieldProps) {
  const t = useTranslations('operator-site')
  const { label, description, disabled } = field
  const { shape, cells, max } = structure
  // What is being typed is not wrong yet.
  const wrong = error ? wrongCells(structure, rows) : new Set<string>()
  const replace = (index: number, cell: Partial<Row>) =>
    onChange(rows.map((row, nth) => (nth === index ? { ...row, ...cell } : row)))
  return (
    <FieldGroup label={label} description={description} error={error}>
      {rows.length > 0 && (
        <div className="flex max-h-112 flex-col gap-3 overflow-y-auto">
          {rows.map((row, index) => (
            <div
              // Rows have no identity of their own; their cells are controlled.
              key={index}
              role="group"
              aria-label={shape === 'object' ? label : t('rows.nth', { label, nth: index + 1 })}
              className="relative grid grid-cols-2 items-start gap-3 rounded-md border border-line p-3"
            >
              {cells.map((cell) => (
                <Field
                  key={cell.name}
                  label={t(`cells.${cell.name}`)}
                  error={wrong.has(`${index}.${cell.name}`) && t('rows.wrong')}
                  className={isWide(cell) ? 'col-span-full' : undefined}
                >
                  <CellInput
                    cell={cell}
                    value={row[cell.name] ?? ''}
                    disabled={disabled}
                    onChange={(text) => replace(index, { [cell.name]: text })}
                  />
                </Field>
              ))}
              {shape !== 'object' && !disabled && (
                <div className="col-span-full">
                  <Button size="sm" variant="ghost" onClick={() => onChange(rows.filter((_, nth) => nth !== index))}>
                    {t('rows.remove')}
                    <span className="sr-only">: {t('rows.nth', { label, nth: index + 1 })}</span>
                  </Button>
                </div>
              )}
            </div>
          ))}
        </div>
      )}
      {shape !== 'object' && !disabled && rows.length < max && (
        <div>
          <Button size="sm" variant="outline" onClick={() => onChange([...rows, emptyRow(structure)])}>
            {t('rows.add')}
            <span className="sr-only">: {label}</span>
          </Button>
        </div>
      )}
      {children}
    </FieldGroup>
  )
}

const wide = new Set(['text', 'source', 'title', 'image', 'url', 'warning', 'singular', 'plural', 'regions'])

function isWide({ name }: Cell) {
  return wide.has(name)
}

interface CellInputProps {
  cell: Cell
  value: string
  disabled: boolean
  onChange: (text: string) => void
}

function CellInput({ cell: { name, kind, options = [] }, value, disabled, onChange }: CellInputProps) {
  const countryName = useCountryName()
  const control = { name, value, disabled }
  if (kind === 'choice' || kind === 'country')
    return (
      <Select
        {...control}
        options={options.map((option) => ({
          value: option,
          label: kind === 'country' ? countryName(option) : option.replaceAll('_', ' '),
        }))}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  if (kind === 'lines' || name === 'text')
    return (
      <Textarea
        {...control}
        rows={name === 'text' ? 2 : 3}
        maxRows={8}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return (
    <TextInput
      {...control}
      inputMode={kind === 'number' ? 'numeric' : kind === 'amount' ? 'decimal' : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
