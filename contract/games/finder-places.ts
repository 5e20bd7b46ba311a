export const finderPlaces = ['region', 'country'] as const
