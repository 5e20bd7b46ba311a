/** As whom members can look at their own profile (PRO-38). Each is someone without any contact to them. */
export const previewViewers = ['visitor', 'free', 'premium'] as const
export type PreviewViewer = (typeof previewViewers)[number]
