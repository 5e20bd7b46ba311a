import type { Config } from '#server/platform/config.ts'
import { demoAgeProvider, type AgeProvider } from './age-provider.ts'
import { openYoti } from './yoti.ts'

/** Returns the provider of this installation. Without an account a demo plays one, production has none. */
export function createAgeProvider({ mode, ageProvider }: Pick<Config, 'mode' | 'ageProvider'>): AgeProvider | null {
  if (ageProvider) return openYoti(ageProvider)
  return mode === 'demo' ? demoAgeProvider : null
}
