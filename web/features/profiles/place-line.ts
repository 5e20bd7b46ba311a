/** City, region and country in one line. A name that repeats another (London in London) is written once. */
export function placeLine({ city, region, country }: { city: string | null; region: string; country: string }) {
  return [...new Set([city, region, country])].filter(Boolean).join(', ')
}
