/** What is risky about a message from a member that the reader does not know yet. */
export const warnings = ['money', 'link', 'phone'] as const
export type Warning = (typeof warnings)[number]

const LINK =
  /\bhttps?:\/\/|\bwww\.|\b[\p{L}\d][\p{L}\d-]{0,62}\.(?:com|net|org|info|biz|online|site|shop|club|live|link|xyz|top|app|me|ly|gg|fr|de|nl|be|uk|ru|io|co)\b(?!@)|\b(?:t|wa)\.me\b/iu

/** Seven digits or more, as people write phone numbers. A year or a price is shorter. */
const PHONE = /(?<![\p{Nd}.,])\+?\(?\p{Nd}(?:[\s().\-/]{0,2}\p{Nd}){6,14}(?!\p{Nd})/u

/** The services that lead away from the site, where no one can be reported. */
const OTHER_SERVICE = /\b(?:whats\s?app|telegram|viber|wechat|snap(?:chat)?|kik|line id|hangouts?|google\s?chat)\b/iu

/** Payment services and cryptocurrencies, in any language, and bank account numbers. */
const MONEY_ANYWHERE = [
  /\b(?:bitcoin|btc|ethereum|usdt|tether|crypto(?:s|currenc(?:y|ies)|monnaies?)?|western\s+union|moneygram|paypal|cash\s?app|venmo|zelle|paysafe(?:card)?|transcash|neosurf|pcs)\b/iu,
  /\b(?:iban|swift|bic)\b/iu,
  /\b[a-z]{2}\d{2}(?:\s?[a-z\d]{4}){3,7}\b/iu,
]

/** Asking for money, by the language of the message, which may differ from the reader's. */
const moneyByLanguage = {
  en: [
    /\b(?:send|lend|loan|borrow|wire|transfer|give|need|pay)\b.{0,30}(?:\bmoney\b|\bcash\b|\bfunds?\b|\bgift\s?cards?\b|\b(?:itunes|steam|amazon|google play)\s+cards?\b|[$€£]\s?\d|\d\s?(?:[$€£]|\b(?:dollars?|euros?|pounds?)\b))/iu,
    /\b(?:help\s+me\s+(?:financially|with\s+(?:money|rent|bills?))|pay\s+(?:for\s+)?my\s+(?:rent|bills?|flight|ticket|visa|hospital)|invest(?:ment|ing)?\s+(?:opportunity|with\s+me|platform)|gift\s?cards?)\b/iu,
  ],
  fr: [
    /(?<!\p{L})(?:envoie[rsz]?|envoyer|pr[êe]te[rsz]?|vire[rsz]?|virement|donne[rsz]?|besoin|paye[rsz]?|payer)(?!\p{L}).{0,30}(?:(?<!\p{L})(?:argent|sous|fric|thunes?|carte[s]?\s+(?:cadeau|pcs|transcash))(?!\p{L})|[$€£]\s?\d|\d\s?(?:[$€£]|euros?|dollars?))/iu,
    /(?<!\p{L})(?:m['’]aider\s+financi[èe]rement|aide\s+financi[èe]re|payer\s+mon\s+(?:loyer|billet|visa|voyage)|(?:mes\s+)?factures?\s+(?:à|a)\s+payer|investi(?:r|ssement)\s+(?:avec\s+moi|rentable)|cartes?\s+cadeaux?|coupons?\s+recharges?)/iu,
  ],
} satisfies Record<string, RegExp[]>

/**
 * Returns what a reader should be warned of before answering this text. The message is always shown. The
 * rules check the text in any of the languages; a warning too many costs less than one too few.
 */
export function warningsOf(message: string): Warning[] {
  const text = plain(message)
  const matches = {
    money: [...MONEY_ANYWHERE, ...Object.values(moneyByLanguage).flat()].some((rule) => rule.test(text)),
    link: LINK.test(text),
    phone: PHONE.test(text) || OTHER_SERVICE.test(text),
  } satisfies Record<Warning, boolean>
  return warnings.filter((warning) => matches[warning])
}

/** The text as it is read: without invisible characters, and with usual letters for other styles. */
function plain(text: string) {
  return text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')
}
