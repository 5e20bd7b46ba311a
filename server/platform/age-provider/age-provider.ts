import { newPublicId } from '#server/platform/ids.ts'

/** A check that a provider is to open. It must not reveal who the member is (PRO-40). */
export interface AgeCheckRequest {
  /** Random. */
  reference: string
  /** In years. */
  minimumAge: number
  /** How long the member can complete the check. */
  ttlMs: number
  /** Where the provider's page leads at its end, whatever the outcome. */
  returnUrl: string
}

export type AgeOutcome = 'passed' | 'failed' | 'pending'

/** A company that confirms ages. How it does that, and what it learns, the site does not receive. */
export interface AgeProvider {
  /** As members know it. */
  name: string
  /** Opens a check and returns its id. @throws Error if the provider is down or rejects it */
  open(check: AgeCheckRequest): Promise<string>
  /** Returns the page on which the member completes a check: its address, or a path of the site. */
  pageOf(checkId: string): string
  /** Asks for the outcome of a check. @throws Error if the provider is down */
  outcomeOf(checkId: string): Promise<AgeOutcome>
}

export const DEMO_AGE_PAGE = '/sandbox/age-check'

/** Stores nothing: its page adds the outcome to the id that the site has stored (`withDemoOutcome`). */
export const demoAgeProvider: AgeProvider = {
  name: 'Demo',
  open: async () => newPublicId(),
  pageOf: () => DEMO_AGE_PAGE,
  outcomeOf: async (checkId) =>
    (['passed', 'failed'] as const).find((outcome) => checkId.endsWith(`.${outcome}`)) ?? 'pending',
}

export function withDemoOutcome(checkId: string, outcome: 'passed' | 'failed') {
  const [id = ''] = checkId.split('.')
  return `${id}.${outcome}`
}
