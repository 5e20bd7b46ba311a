import { expect, test } from 'vitest'
import { trafficQuery } from './traffic-query.ts'

test('keeps the parameters of a campaign and no others', () => {
  expect(trafficQuery('?network=acme&ref=r-1&sub1=a&sub2=b&sub3=c&utm_source=x&t=5')).toBe(
    '?network=acme&ref=r-1&sub1=a&sub2=b&sub3=c',
  )
  expect(trafficQuery('')).toBe('')
  expect(trafficQuery('?t=5')).toBe('')
})

test('leaves out what the server would ignore: script, long texts, doubled ones', () => {
  const script = encodeURIComponent('"><script>alert(1)</script>')
  expect(trafficQuery(`?network=acme&ref=${script}&sub1=${'x'.repeat(10_000)}&sub2=a&sub2=b`)).toBe('?network=acme')
})
