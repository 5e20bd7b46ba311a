import { expect, test } from 'vitest'
import { chooseIsolation, type Isolation } from './isolation.ts'

const readable = ['/code']
const kindOf = ({ network, account }: Isolation) => `${account} account, ${network} network`
const uses =
  (word: string) =>
  ({ prefix }: Isolation) =>
    prefix.join(' ').includes(word)

test('root gets another account and no network', () => {
  const isolation = chooseIsolation({ readable, platform: 'linux', isRoot: true, works: () => true })
  expect(kindOf(isolation)).toBe('other account, none network')
  expect(uses('cap')(isolation)).toBe(false)
})

test('without the right to create namespaces, root still gets another account', () => {
  const works = (isolation: Isolation) => !uses('unshare')(isolation)
  const isolation = chooseIsolation({ readable, platform: 'linux', isRoot: true, works })
  expect(kindOf(isolation)).toBe('other account, shared network')
})

test('code below /root is read by the one capability that allows it', () => {
  const isolation = chooseIsolation({ readable, platform: 'linux', isRoot: true, works: uses('dac_read_search') })
  expect(kindOf(isolation)).toBe('other account, none network')
})

test('an ordinary user keeps the account and loses the network by a user namespace', () => {
  const isolation = chooseIsolation({ readable, platform: 'linux', isRoot: false, works: () => true })
  expect(kindOf(isolation)).toBe('same account, none network')
  expect(uses('--user')(isolation)).toBe(true)
})

test.each([
  ['no tool works', 'linux', () => false],
  ['the system is not Linux', 'darwin', () => true],
] satisfies [string, NodeJS.Platform, () => boolean][])('where %s, the command runs as it is', (_, platform, works) => {
  expect(chooseIsolation({ readable, platform, isRoot: true, works }).prefix).toEqual([])
})

test.runIf(process.platform === 'linux')('a missing file makes every isolation fail', () => {
  expect(chooseIsolation({ readable: ['/does/not/exist'] }).prefix).toEqual([])
})
