import { gifts, type Gift } from '#contract/chat/gifts.ts'
import { tabStorage } from '#web/api/safe-storage.ts'

const KEY = 'gift-choice'

/** A gift that a member chose before buying the credits for it. */
export interface GiftChoice {
  /** The member it is for. */
  profileId: string
  gift: Gift
  text: string
}

/** Stores the choice in this tab while the member is away to buy credits (CHAT-15). */
export function storeGiftChoice(choice: GiftChoice) {
  tabStorage.setItem(KEY, JSON.stringify(choice))
}

/** Returns what was chosen for a member, or null. */
export function readGiftChoice(profileId: string) {
  const choice = decodeGiftChoice(tabStorage.getItem(KEY))
  return choice?.profileId === profileId ? choice : null
}

/** Decodes a stored choice; null if it is damaged, or names a gift that there is not. */
export function decodeGiftChoice(text: string | null): GiftChoice | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { profileId, gift, text: words } = stored as Record<string, unknown>
    if (typeof profileId !== 'string' || typeof words !== 'string' || !isGift(gift)) return null
    return { profileId, gift, text: words }
  } catch {
    return null
  }
}

export function forgetGiftChoice() {
  tabStorage.removeItem(KEY)
}

function isGift(value: unknown): value is Gift {
  return typeof value === 'string' && Object.hasOwn(gifts, value)
}
