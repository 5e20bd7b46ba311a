import type { Prompt } from '#contract/profiles/prompts.ts'
import type { Interest } from '#contract/settings/schemas.ts'

type List = readonly [string, ...string[]]

/** What the demo members of a language write. Each text suits a woman and a man. */
export interface DemoTexts {
  /** Parts of the profile texts: an opening, a sentence about an interest, a closing. */
  about: { openers: List; likes: Partial<Record<Interest, string>>; closings: List }
  /** Answers to prompts. */
  answers: Partial<Record<Prompt, List>>
  /** Conversations between two members, who take turns. */
  conversations: readonly [List, ...List[]]
}
