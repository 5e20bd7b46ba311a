export const chatFilters = ['unread', 'matches', 'online', 'unanswered'] as const
