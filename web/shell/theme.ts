import { createContext, use, useSyncExternalStore } from 'react'
import { savePreference } from '#web/i18n/cookies.ts'

/** `system` follows the device. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const THEME_COOKIE = 'theme'

export function isTheme(value: unknown): value is Theme {
  return themes.some((theme) => theme === value)
}

/** The theme of the rendered page. The server reads it from the cookie, so that no page flashes in another theme. */
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

/** Changes the theme at once and saves it in a cookie. */
export function switchTheme(theme: Theme) {
  savePreference(THEME_COOKIE, theme)
  current = theme
  for (const listener of listeners) listener()
}

export function subscribeToTheme(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
