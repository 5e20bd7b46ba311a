import { describe, expect, test } from 'vitest'
import { hasContactData, isReservedName } from './names.ts'

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

describe('a name that is reserved', () => {
  const reserved = ['Rendezvous', 'Rendezvous Demo B.V.']
  test.each([
    'Rendezvous',
    'rendez-vous',
    'RENDEZVOUS',
    'ａdmin',
    'A d m i n',
    'Ádmin',
    'Rendezvous Team',
    'Support 24',
    'Modérateur',
  ])('is "%s"', (name) => expect(isReservedName(name, { reserved })).toBe(true))

  test.each(['Anna', 'Adminah', 'Teamo', 'Renée', '愛', '—'])('is not "%s"', (name) =>
    expect(isReservedName(name, { reserved })).toBe(false),
  )
})
