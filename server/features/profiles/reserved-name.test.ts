import { describe, expect, test } from 'vitest'
import { isReservedName } from './reserved-name.ts'

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
    'Admin1',
    '4dm1n',
    'Supp0rt',
    'SupportTeam',
    'RendezvousTeam',
    'Rendezvous24',
    'Kundenservice',
    'Kundtjänst Anna',
    'Atención al cliente',
    'Obsługa klienta',
    // Cyrillic letters.
    '\u0430dmin',
    'Rendezv\u043eus',
  ])('is "%s"', (name) => expect(isReservedName(name, { reserved })).toBe(true))

  test.each(['Anna', 'Adminah', 'Teamo', 'Renée', '愛', '—', '1995', 'Анна', 'Łukasz', 'Stafford', 'Anna 24'])(
    'is not "%s"',
    (name) => expect(isReservedName(name, { reserved })).toBe(false),
  )
})
