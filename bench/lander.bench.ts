import { sharedPageBench } from './support/shared-page.ts'

export const bench = sharedPageBench({ what: 'landing page of a campaign', path: '/landers/gallery' })
