/** Returns the package that is chosen in advance: the middle one, of two the smaller (PAY-31). */
export function middleBundle<Bundle>(bundles: readonly Bundle[]) {
  return bundles[Math.floor((bundles.length - 1) / 2)]
}
