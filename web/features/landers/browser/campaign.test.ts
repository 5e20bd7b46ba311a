import { expect, test } from 'vitest'
import { TrafficSource } from '#contract/settings/value-schemas.ts'
import { trafficQuery } from '../traffic-query.ts'
import { campaignFields, campaignIn } from './campaign.ts'

test('the script knows all parameters of a campaign', () => {
  expect(campaignFields).toEqual(Object.keys(TrafficSource.shape))
})

test.each([
  '?network=acme&ref=r-1&sub1=a&sub2=b&sub3=c&utm_source=x&t=5',
  `?network=acme&ref=${encodeURIComponent('"><script>')}&sub1=${'x'.repeat(64)}&sub2=${'x'.repeat(65)}&sub3=a&sub3=b`,
  '?network=&ref=a:b&sub1=a.b_c~d-e',
  '?t=5',
  '',
])('the script takes from %j what the server takes', (search) => {
  expect(campaignIn(search)).toEqual([...new URLSearchParams(trafficQuery(search))])
})
