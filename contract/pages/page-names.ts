/** Pages whose texts are Markdown files, which operators can replace. Without zod, for the browser. */
export const pageNames = [
  'accessibility',
  'ban',
  'complaints',
  'cookies',
  'faq',
  'image-removal',
  'privacy',
  'safety-tips',
  'terms',
] as const
export type PageName = (typeof pageNames)[number]

/** Pages whose texts are part of what members consent to (SIGN-6). */
export const consentPages = ['privacy', 'terms'] as const satisfies readonly PageName[]

/** What a complaint is about. */
export const complaintTopics = ['member', 'content', 'decision', 'payment', 'privacy', 'other'] as const
export type ComplaintTopic = (typeof complaintTopics)[number]

/** Pages that search engines may show, and sitemap.xml lists. All others exclude them. */
export const indexedPaths = [
  '/',
  '/pricing',
  '/premium',
  '/signup',
  '/login',
  '/service',
  '/return-policy',
  ...pageNames.map((name) => `/${name}` as const),
] as const
export type IndexedPath = (typeof indexedPaths)[number]
