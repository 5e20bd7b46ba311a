import type { OwnProfile } from '#contract/profiles/profiles.ts'

/** What each step after the account gets. */
export interface CompleteStepProps {
  profile: OwnProfile
  /** Goes to the next step, with or without an answer. */
  onDone: () => void
  /** Goes to the step before; missing in the first one. */
  onBack?: () => void
}
