/** The viewers of a preview of one's own profile (PRO-38), each without any contact to the member. */
export const previewViewers = ['visitor', 'free', 'premium'] as const
export type PreviewViewer = (typeof previewViewers)[number]
