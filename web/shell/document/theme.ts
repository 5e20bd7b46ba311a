import { createContext, use, useSyncExternalStore } from 'react'
import { deviceStorage } from '#web/api/safe-storage.ts'
import { savePreference } from '#web/i18n/cookies.ts'
import { parseCookies } from '#web/i18n/request-preferences.ts'

/** `system` follows the device. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const THEME_COOKIE = 'theme'

export function isTheme(value: unknown): value is Theme {
  return themes.some((theme) => theme === value)
}

/** The theme of the rendered page, which the server reads from the cookie: no page flashes in another. */
export const InitialThemeContext = createContext<Theme>('system')

let current: Theme | undefined
const listeners = new Set<() => void>()

export function useTheme(): Theme {
  const initial = use(InitialThemeContext)
  return useSyncExternalStore(
    subscribeToTheme,
    () => current ?? initial,
    () => initial,
  )
}

/** Changes the theme at once, here and in the other tabs, and saves it in a cookie. */
export function switchTheme(theme: Theme) {
  savePreference(THEME_COOKIE, theme)
  // Browsers report to a tab what the others store, and not their cookies.
  deviceStorage.setItem(THEME_COOKIE, theme)
  current = theme
  for (const listener of listeners) listener()
}

/** Calls the listener when the theme changes, in any tab. Returns a function that stops. */
export function subscribeToTheme(listener: () => void) {
  function adopt() {
    const theme = parseCookies(document.cookie).get(THEME_COOKIE)
    if (isTheme(theme)) current = theme
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', adopt)
  // A page that the browser restores got no event while it was away.
  addEventListener('pageshow', adopt)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', adopt)
    removeEventListener('pageshow', adopt)
  }
}
