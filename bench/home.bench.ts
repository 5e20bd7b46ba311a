import { sharedPageBench } from './support/shared-page.ts'

export const bench = sharedPageBench({ what: 'home page', path: '/' })
