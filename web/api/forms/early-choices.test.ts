import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectEarlyChoices, repeatEarlyChoices } from './early-choices.ts'

/** The states and values that the handlers of the page got. */
const seen: unknown[] = []
let isHydrated = true

beforeEach(() => {
  seen.splice(0)
  isHydrated = true
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A control whose events React stops until it is hydrated. */
abstract class Control extends EventTarget {
  abstract readonly selector: string
  disabled = false
  isConnected = true

  override dispatchEvent(event: Event) {
    return isHydrated && super.dispatchEvent(event)
  }
}

/** A radio button or checkbox that was rendered with one state and has another. */
class Box extends Control {
  readonly selector = 'checkbox'
  type: 'radio' | 'checkbox'
  defaultChecked: boolean
  #checked: boolean
  /** What React has last seen, from when it hydrates the control. */
  #tracked: boolean | undefined

  constructor(type: Box['type'], { defaultChecked, checked }: { defaultChecked: boolean; checked: boolean }) {
    super()
    this.type = type
    this.defaultChecked = defaultChecked
    this.#checked = checked
    this.addEventListener('click', () => {
      if (this.#checked !== this.#tracked) seen.push(this.#checked)
      this.#tracked = this.#checked
    })
  }

  get checked() {
    return this.#checked
  }

  set checked(checked) {
    this.#checked = checked
    if (this.#tracked !== undefined) this.#tracked = checked
  }

  click() {
    this.#checked = this.type === 'radio' || !this.#checked
    this.dispatchEvent(new Event('click'))
  }

  /** The first event hydrates the control. */
  override dispatchEvent(event: Event) {
    if (isHydrated) this.#tracked ??= this.#checked
    return super.dispatchEvent(event)
  }
}

/** A select, of whose options one may be rendered as selected. */
class Select extends Control {
  readonly selector = 'select'
  value: string
  options: { value: string; disabled: boolean; defaultSelected: boolean }[]

  constructor(values: string[], { rendered, value }: { rendered?: string; value: string }) {
    super()
    this.value = value
    this.options = values.map((each) => ({ value: each, disabled: false, defaultSelected: each === rendered }))
    this.addEventListener('change', () => seen.push(this.value))
  }
}

/** A slider, whose value is reported on input and searched for when the focus leaves it. */
class Slider extends Control {
  readonly selector = 'range'
  defaultValue: string
  value: string

  constructor({ rendered, value }: { rendered: string; value: string }) {
    super()
    this.defaultValue = rendered
    this.value = value
    this.addEventListener('input', () => seen.push(this.value))
    this.addEventListener('focusout', () => seen.push('released'))
  }

  set valueAsNumber(value: number) {
    this.value = String(value)
  }
}

/** Opens a page with these controls, of which the scripts come now. */
function openPage(...controls: Control[]) {
  vi.stubGlobal('document', {
    querySelectorAll: (selector: string) => controls.filter((control) => selector.includes(control.selector)),
  })
  collectEarlyChoices()
}

test('a radio button that was pressed before hydration is pressed again', () => {
  const before = new Box('radio', { defaultChecked: true, checked: false })
  const pressed = new Box('radio', { defaultChecked: false, checked: true })
  openPage(before, pressed)
  pressed.checked = false
  repeatEarlyChoices()
  expect(seen).toEqual([true])
  expect(pressed.checked).toBe(true)
})

test.each([true, false])('a checkbox keeps the state that was chosen: %s', (checked) => {
  openPage(new Box('checkbox', { defaultChecked: !checked, checked }))
  repeatEarlyChoices()
  expect(seen).toEqual([checked])
})

test('a select keeps its value, even if it was rendered again', () => {
  const select = new Select(['nl', 'fr'], { rendered: 'nl', value: 'fr' })
  openPage(select)
  select.value = 'nl'
  repeatEarlyChoices()
  expect(seen).toEqual(['fr'])
})

test('a slider keeps its value, even if it was rendered again, and is released', () => {
  const slider = new Slider({ rendered: '18', value: '25' })
  openPage(slider)
  slider.value = '18'
  repeatEarlyChoices()
  expect(seen).toEqual(['25', 'released'])
})

test('a slider that is hydrated later is released then', () => {
  isHydrated = false
  openPage(new Slider({ rendered: '18', value: '25' }))
  repeatEarlyChoices()
  expect(seen).toEqual([])
  isHydrated = true
  vi.runAllTimers()
  expect(seen).toEqual(['25', 'released'])
})

test('what is as it was rendered is left alone', () => {
  openPage(
    new Box('radio', { defaultChecked: true, checked: true }),
    new Box('checkbox', { defaultChecked: false, checked: false }),
    new Select(['nl', 'fr'], { rendered: 'fr', value: 'fr' }),
    new Select(['nl', 'fr'], { value: 'nl' }),
    new Slider({ rendered: '18', value: '18' }),
  )
  repeatEarlyChoices()
  expect(seen).toEqual([])
})

test('a part of the page that is hydrated later gets its choice then, and once', () => {
  isHydrated = false
  openPage(new Box('checkbox', { defaultChecked: false, checked: true }))
  repeatEarlyChoices()
  expect(seen).toEqual([])
  isHydrated = true
  vi.runAllTimers()
  repeatEarlyChoices()
  expect(seen).toEqual([true])
})

test('a control that is gone or disabled by now gets none', () => {
  const early = { defaultChecked: false, checked: true }
  const [gone, disabled] = [new Box('checkbox', early), new Box('checkbox', early)]
  openPage(gone, disabled)
  gone.isConnected = false
  disabled.disabled = true
  repeatEarlyChoices()
  vi.runAllTimers()
  expect(seen).toEqual([])
})
