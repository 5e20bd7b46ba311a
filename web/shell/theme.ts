import { createContext, use, useSyncExternalStore } from 'react'
import { rememberPreference } from '#web/i18n/cookies.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const THEME_COOKIE = 'theme'

export function isTheme(value: unknown): value is Theme {
  return themes.some((theme) => theme === value)
}

/** What the server drew the page with: it reads the cookie, so no page flashes in the other look. */
export const InitialThemeContext = createContext<Theme>('system')

let current: Theme | undefined
const listeners = new Set<() => void>()

export function useTheme(): Theme {
  const initial = use(InitialThemeContext)
  return useSyncExternalStore(
    subscribe,
    () => current ?? initial,
    () => initial,
  )
}

/** Changes the look at once and keeps the choice for a year. */
export function switchTheme(theme: Theme) {
  rememberPreference(THEME_COOKIE, theme)
  current = theme
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
