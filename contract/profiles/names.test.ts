import { describe, expect, test } from 'vitest'
import { hasContactData } from './names.ts'

describe('contact data in a name', () => {
  test.each([
    'http://evil.example',
    'Win 500€: evil.example/x',
    'EVIL.COM',
    'www evil',
    'ｅvil@x.com',
    'evil．example',
    'Anna 06 12 34 56 78',
    '+31612345678',
  ])('is found in "%s"', (name) => expect(hasContactData(name)).toBe(true))

  test.each(['Anna', 'Anna B.', 'J.R.', 'St.John', 'Jean-Pierre', 'Zoë 1995', 'O’Neil', 'Anna 12-05-95'])(
    'is not found in "%s"',
    (name) => expect(hasContactData(name)).toBe(false),
  )
})
