/** What an invitation from a landing page can propose: `idea` in the sign-up's query (LAND-6). */
export const firstMessageIdeas = ['coffee', 'walk', 'film', 'dinner'] as const
