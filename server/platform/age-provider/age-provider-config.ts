import { z } from 'zod'

/** The environment variable of age checks: part of `platformEnvironment`. */
export const ageProviderEnvironment = {
  AGE_PROVIDER_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://sdk-id:api-key@age.yoti.com' })
    .refine((url) => toAgeProvider(url) !== null, {
      error: 'must have an SDK id and an API key, such as https://sdk-id:api-key@age.yoti.com',
    })
    .optional()
    .meta({
      description:
        'Yoti account that confirms the ages of members: SDK id and API key of its Age Verification Service. Without it a demo plays the provider, and `age_check_countries` cannot be set elsewhere.',
      shownDefault: 'none',
    }),
}

/** Returns the account that confirms ages; null if the address names no SDK id or no key. */
export function toAgeProvider(value: string) {
  const { origin, username, password } = new URL(value)
  if (!username || !password) return null
  return { origin, sdkId: decodeURIComponent(username), apiKey: decodeURIComponent(password) }
}
