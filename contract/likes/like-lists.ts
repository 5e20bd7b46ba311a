export const likeLists = ['received', 'sent', 'matches'] as const
