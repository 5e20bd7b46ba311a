import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Field, FieldGroup } from './field.tsx'
import { RadioGroup } from './radio-group.tsx'
import { Checkbox } from './checkbox.tsx'
import { Switch } from './switch.tsx'
import { Select } from './select.tsx'
import { TextInput } from './text-input.tsx'

/** The value of an attribute of the first element with this name. */
function attribute(html: string, element: string, name: string) {
  const tag = new RegExp(`<${element}\\b[^>]*>`).exec(html)?.[0] ?? ''
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
}

/** The elements that `aria-describedby` refers to, in its order. */
function descriptions(html: string, element: string) {
  const ids = attribute(html, element, 'aria-describedby')?.split(' ') ?? []
  return ids.map((id) => (html.includes(`id="${id}"`) ? id.replace(/^.*-/, '') : 'missing'))
}

describe('a field', () => {
  test('connects its label with its control', () => {
    const html = renderToString(
      <Field label="Email">
        <TextInput name="email" />
      </Field>,
    )
    const id = attribute(html, 'input', 'id')
    expect(id).toBeTruthy()
    expect(attribute(html, 'label', 'for')).toBe(id)
  })

  test('without error or description has a plain control', () => {
    const html = renderToString(
      <Field label="Email">
        <TextInput name="email" />
      </Field>,
    )
    expect(attribute(html, 'input', 'aria-invalid')).toBeUndefined()
    expect(attribute(html, 'input', 'aria-describedby')).toBeUndefined()
  })

  test('with an error marks its control as invalid and describes it by the error alone', () => {
    const html = renderToString(
      <Field label="Email" description="We send a link." error="Not an email address.">
        <TextInput name="email" />
      </Field>,
    )
    expect(attribute(html, 'input', 'aria-invalid')).toBe('true')
    expect(descriptions(html, 'input')).toEqual(['error'])
    expect(html).not.toContain('We send a link.')
  })

  test('keeps a live region for errors that appear later', () => {
    const html = renderToString(
      <Field label="Email">
        <TextInput name="email" />
      </Field>,
    )
    expect(html).toMatch(/<div aria-live="polite"[^>]*><\/div>/)
  })

  test('can hide its label visually', () => {
    const html = renderToString(
      <Field label="Message" isLabelHidden>
        <TextInput name="message" />
      </Field>,
    )
    expect(attribute(html, 'label', 'class')).toContain('sr-only')
  })

  test('works for a select', () => {
    const html = renderToString(
      <Field label="Country" error="Required.">
        <Select options={[{ value: 'fr', label: 'France' }]} />
      </Field>,
    )
    expect(attribute(html, 'select', 'id')).toBe(attribute(html, 'label', 'for'))
    expect(attribute(html, 'select', 'aria-invalid')).toBe('true')
  })
})

describe('a group of controls', () => {
  const group = renderToString(
    <FieldGroup label="I am" error="Choose one.">
      <RadioGroup
        name="gender"
        value="b"
        onValueChange={() => {}}
        options={[
          { value: 'a', label: 'A' },
          { value: 'b', label: 'B' },
        ]}
      />
    </FieldGroup>,
  )

  test('is described as a whole', () => {
    expect(descriptions(group, 'fieldset')).toEqual(['error'])
    expect(attribute(group, 'input', 'aria-describedby')).toBeUndefined()
  })

  test('marks every radio button as invalid', () => {
    expect(group.match(/data-invalid="true"/g)).toHaveLength(2)
  })

  test('checks the chosen option only', () => {
    const inputs = group.match(/<input[^>]*>/g) ?? []
    expect(inputs.map((input) => input.includes('checked=""'))).toEqual([false, true])
  })

  test('has one name for all options', () => {
    expect(group.match(/name="gender"/g)).toHaveLength(2)
  })
})

describe('a radio group without a name', () => {
  test('gets one, so that the options exclude each other', () => {
    const html = renderToString(
      <RadioGroup
        value={null}
        onValueChange={() => {}}
        options={[
          { value: 'a', label: 'A' },
          { value: 'b', label: 'B' },
        ]}
      />,
    )
    const names = [...html.matchAll(/name="([^"]+)"/g)].map(([, name]) => name)
    expect(names).toHaveLength(2)
    expect(new Set(names).size).toBe(1)
  })
})

describe.each([
  ['a checkbox', <Checkbox key="0" label="Send me offers" description="Once a month." />],
  ['a switch', <Switch key="1" label="Send me offers" description="Once a month." isOn={false} onChange={() => {}} />],
])('%s with a description', (_, element) => {
  const html = renderToString(element)
  const textOf = (id: string | undefined) => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1]

  test('is named by its label alone and described by the rest, so that nothing is read twice', () => {
    expect(textOf(attribute(html, 'input', 'aria-labelledby'))).toBe('Send me offers')
    expect(textOf(attribute(html, 'input', 'aria-describedby'))).toBe('Once a month.')
  })
})

describe('a checkbox', () => {
  test('alone is described by its own error', () => {
    const html = renderToString(<Checkbox label="I agree" error="Required." />)
    expect(attribute(html, 'input', 'aria-invalid')).toBe('true')
    expect(html).toContain(`id="${attribute(html, 'input', 'aria-describedby')}"`)
  })

  test('has the icon of an error beside its own mark', () => {
    const iconsWith = (error: string) =>
      renderToString(<Checkbox label="I agree" error={error} />).match(/<svg/g)?.length
    expect([iconsWith(''), iconsWith('Required.')]).toEqual([1, 2])
  })

  test('without error or description refers to nothing', () => {
    const html = renderToString(<Checkbox label="I agree" />)
    expect(attribute(html, 'input', 'aria-describedby')).toBeUndefined()
    expect(attribute(html, 'input', 'aria-invalid')).toBeUndefined()
  })
})

describe('a select', () => {
  test('offers an empty choice where it has a placeholder', () => {
    const html = renderToString(<Select placeholder="Choose" options={[{ value: 'a', label: 'A' }]} />)
    expect(html).toContain('<option value="">Choose</option>')
    expect(renderToString(<Select options={[{ value: 'a', label: 'A' }]} />)).not.toContain('value=""')
  })

  test('renders groups of options', () => {
    const html = renderToString(
      <Select options={[{ label: 'Europe', options: [{ value: 'fr', label: 'France', disabled: true }] }]} />,
    )
    expect(html).toContain('<optgroup label="Europe"><option value="fr" disabled="">France</option></optgroup>')
  })
})
