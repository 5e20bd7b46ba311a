import { expect, test } from 'vitest'
import { readReturnedMessage } from './returned-message.ts'

/** A failed delivery with a recipient and a Message-ID. */
function failure(recipient: string) {
  return [
    'Content-Type: multipart/report; report-type=delivery-status; boundary=part',
    '',
    '--part',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    '',
    `Final-Recipient: ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--part',
    'Content-Type: message/rfc822-headers',
    '',
    'Message-ID: <one@example.com>',
    '',
    '--part--',
  ].join('\r\n')
}

test.each([
  ['rfc822; anna@example.com', ['anna@example.com']],
  ['rfc822;<anna@example.com>', ['anna@example.com']],
  ['anna@example.com', ['anna@example.com']],
  ['rfc822; postmaster', []],
  ['', []],
])('the recipient “%s” of a returned mail', (recipient, recipients) => {
  expect(readReturnedMessage(failure(recipient))).toEqual({
    messageId: '<one@example.com>',
    type: 'permanent',
    recipients,
  })
})

test('a long recipient is read in a time that grows with its length', () => {
  const start = performance.now()
  expect(readReturnedMessage(failure(`rfc822; ${'@'.repeat(200_000)};`))?.type).toBe('permanent')
  expect(performance.now() - start).toBeLessThan(5000)
})
