/**
 * Whether the page may ask for the position: `unsupported` without geolocation, `unknown` where the browser
 * does not report it, else the state of the permission (SET-9).
 */
export type GeolocationState = 'unsupported' | 'unknown' | PermissionState

/** The part of `navigator` that is used. Browsers without a feature lack the property. */
export interface GeolocationBrowser {
  geolocation?: Pick<Geolocation, 'getCurrentPosition'> | undefined
  permissions?: Pick<Permissions, 'query'> | undefined
}

interface Position {
  lat: number
  lon: number
}

const TIMEOUT_MS = 10_000
/** An older position of the device is good enough for a city. */
const MAX_AGE_MS = 10 * 60_000

/**
 * Reports the state now and after every change, for instance in the browser's settings. Returns a function
 * that stops. Asks the visitor nothing.
 */
export function followGeolocation(browser: GeolocationBrowser, onState: (state: GeolocationState) => void) {
  if (!browser.geolocation) {
    onState('unsupported')
    return () => {}
  }
  onState('unknown')
  const ended = new AbortController()
  const { permissions } = browser
  if (permissions) void followPermission(permissions, { onState, signal: ended.signal })
  return () => ended.abort()
}

async function followPermission(
  permissions: Pick<Permissions, 'query'>,
  { onState, signal }: { onState: (state: GeolocationState) => void; signal: AbortSignal },
) {
  try {
    const status = await permissions.query({ name: 'geolocation' })
    if (signal.aborted) return
    onState(status.state)
    status.addEventListener('change', () => onState(status.state), { signal })
  } catch {
    // Some browsers know the API but not this permission: the state stays unknown.
  }
}

/** Asks for the position, by the browser's question. Returns null when not allowed, unknown or too slow. */
export function currentPosition({ geolocation }: GeolocationBrowser): Promise<Position | null> {
  if (!geolocation) return Promise.resolve(null)
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude }),
      () => resolve(null),
      { enableHighAccuracy: false, timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    )
  })
}
