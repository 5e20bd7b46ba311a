import { z } from 'zod'
import { SIGNUP_DRAFT_MS } from '#contract/limits.ts'
import { tabStorage } from '#web/api/safe-storage.ts'

const KEY = 'signup'

/** What was typed before the account exists. The password and the consent are never stored. */
const SignupDraft = z.object({
  savedAt: z.number(),
  values: z.object({
    email: z.string(),
    name: z.string(),
    birthDate: z.string(),
    gender: z.string().optional(),
    lookingFor: z.string().optional(),
    country: z.string(),
    region: z.string(),
    message: z.string().optional(),
    /** Id of the member the message is for. */
    target: z.string().optional(),
  }),
})
export type SignupValues = z.output<typeof SignupDraft>['values']

/** Encodes what is kept of a form; fields that are not kept, such as the password, are left out. */
export function encodeDraft(values: Readonly<Record<string, unknown>>, now: number) {
  const draft = SignupDraft.safeParse({ savedAt: now, values })
  return draft.success ? JSON.stringify(draft.data) : null
}

/** Decodes a stored draft; null if there is none, or it is too old or damaged. */
export function decodeDraft(text: string | null, now: number): SignupValues | null {
  try {
    const draft = SignupDraft.safeParse(JSON.parse(text ?? 'null'))
    if (!draft.success || now - draft.data.savedAt > SIGNUP_DRAFT_MS) return null
    return draft.data.values
  } catch {
    return null
  }
}

/** Stores a draft in this tab only, so that it ends with the tab on a shared computer. */
export function saveDraft(values: Readonly<Record<string, unknown>>) {
  const text = encodeDraft(values, Date.now())
  if (text) tabStorage.setItem(KEY, text)
}

export function readDraft() {
  return decodeDraft(tabStorage.getItem(KEY), Date.now())
}

export function deleteDraft() {
  tabStorage.removeItem(KEY)
}
