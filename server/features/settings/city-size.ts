export const KM_PER_DEGREE = 111.2

/** Of an average city; the centre of most is denser, their outskirts are not. */
const PEOPLE_PER_KM2 = 4000
const LEAST_RADIUS_KM = 1

/** Returns how far a city reaches from its centre, as if it were a circle of average density. */
export function cityRadiusKm(population: number) {
  return Math.max(LEAST_RADIUS_KM, Math.sqrt(population / (Math.PI * PEOPLE_PER_KM2)))
}
