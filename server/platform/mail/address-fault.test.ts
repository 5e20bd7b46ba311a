import { expect, test } from 'vitest'
import { addressFaultOf, hasNoAddress } from './address-fault.ts'

test.each([
  ['5.1.1', 'permanent'],
  ['5.1.10', 'permanent'],
  ['5.2.1', 'permanent'],
  ['5.2.2', 'temporary'],
  ['5.4.4', 'temporary'],
  ['5.0.0', 'temporary'],
  ['4.2.2', 'temporary'],
  ['5.1.8', null],
  ['5.3.4', null],
  ['5.6.1', null],
  ['5.7.1', null],
  ['4.7.0', null],
  ['2.0.0', null],
  ['', null],
])('the code %s of a returned mail', (status, fault) => {
  expect(addressFaultOf(status)).toBe(fault)
})

test.each([
  ['550 5.1.1 The email account that you tried to reach does not exist', true],
  ['550-5.1.1 The email account\n550 5.1.1 does not exist', true],
  ['550 5.5.0 Requested action not taken: mailbox unavailable', true],
  ['550 no such user', true],
  ['552 5.2.2 The mailbox is over quota', false],
  ['550 5.7.1 Service unavailable, client host blocked using a list', false],
  ['550 5.0.0 Blocked for spam', false],
  ['554 Your address has a poor reputation', false],
  ['550 relay not permitted', false],
  ['553 sorry, that domain is not in my list of allowed rcpthosts (#5.7.1)', false],
  ['550 Access denied', false],
  ['550 sender verify failed', false],
  ['550 no mailbox by that name is currently available (#5.1.1)', true],
])('the answer “%s” to a recipient', (answer, isSo) => {
  expect(hasNoAddress(answer)).toBe(isSo)
})
