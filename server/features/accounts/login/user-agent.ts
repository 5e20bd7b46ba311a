/** What a browser says about itself, in the names that people know. Null: not known. */
export interface Device {
  browser: string | null
  system: string | null
}

/**
 * In this order, because browsers name those that they descend from: Edge and Opera also say Chrome, and all
 * say Safari. Those on iPhones have names of their own (`CriOS`, `FxiOS`, `EdgiOS`).
 */
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
]

/** Android contains Linux, iPhones `like Mac OS X`. An iPad that asks for desktop pages sends Macintosh. */
const systems: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows NT\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** Longer headers are cut: no browser sends one, and the patterns run over all of it. */
const LONGEST_HEADER = 512

/** Returns browser and system of a `User-Agent` header, without versions and models, which few recognise. */
export function deviceOf(header: string | undefined): Device {
  const text = (header ?? '').slice(0, LONGEST_HEADER)
  const firstOf = (patterns: typeof browsers) => patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null
  return { browser: firstOf(browsers), system: firstOf(systems) }
}
