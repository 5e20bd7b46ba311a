import { expect, test } from 'vitest'
import storedCompositions from '#server/features/landers/share-images.json' with { type: 'json' }
import storedSiteImage from '#server/features/pages/share-image.json' with { type: 'json' }
import { compositions, siteImage } from './share-images.ts'

test('the stored compositions of link previews are those that the generator makes', () => {
  expect([storedCompositions, storedSiteImage]).toEqual([compositions, siteImage])
})
