/** Pages that are only a text, named by their path. Without imports: the URL table reads it too. */
export const textPages = ['privacy', 'ban', 'safety-tips', 'accessibility', 'faq'] as const
