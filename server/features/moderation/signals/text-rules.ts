import type { Signal } from '#contract/moderation/cases.ts'
import type { Settings } from '#contract/settings/schemas.ts'

/** Sentences of romance scams in the languages of the members: they ask for money, or name how to send it. */
const moneyPhrases = [
  /\b(western union|money ?gram|gift ?cards?|steam cards?|itunes cards?|bitcoin|usdt|crypto(currency)?|paysafe(card)?|cash ?app|zelle)\b/i,
  /\b(send|lend|transfer|wire|give|borrow) (me )?(some |a little |the )?(money|cash|funds|\d+ ?(euros?|dollars?|pounds?|€|\$|£))/i,
  /\b(invest(ment)?|trading) (platform|opportunity|account|with me)\b/i,
  /\b(customs|hospital|visa) fees?\b/i,
  /\b(envoie|envoyer|prête|prêter|vire|virer|donne|avance)[rz]?[- ](moi )?(de l.argent|un peu d.argent|\d+ ?(euros?|€))/i,
  /\b(carte(s)? (cadeau|pcs|transcash|neosurf)|mandat cash|recharge[s]? (pcs|transcash|neosurf))\b/i,
  /\b(frais (de douane|d.hôpital|de visa))\b/i,
  /\b(geld (sturen|overmaken|lenen|schicken|überweisen|leihen))\b/i,
  /\b(envía?me|préstame|mándame) (dinero|plata)\b/i,
]

/** Ways to reach someone outside the site. */
const contactData = [
  // One character before the @ is enough: looking for all of them takes quadratic time in long words.
  /[\w.+-]\s?(@|\(at\)|\[at\])\s?[\w-]+\s?(\.|\(dot\)|\[dot\])\s?[a-z]{2,}/i,
  // Nine digits or more, however they are separated: shorter numbers are dates and prices.
  /(?<![\d.,])(?:\+|00)?\d(?:[\s./()-]{0,2}\d){8,14}(?![\d])/,
  /\b(whats ?app|telegram|snap(chat)?|insta(gram)?|kik|signal|viber|wechat|skype|hangouts?|zangi|teleguard)\b/i,
  /\b(?:https?:\/\/|www\.)\S+/i,
]

interface Message {
  text: string
  /** Its number in the conversation. */
  seq: number
}

export type SignalSettings = Pick<
  Settings,
  'signal_phrases' | 'signal_contact_messages' | 'signal_opener_copies' | 'signal_reporters'
>

/** Returns what a message signals by its words alone. `signal_phrases` are those that an operator added. */
export function textSignals({ text, seq }: Message, settings: SignalSettings): Signal[] {
  const lower = text.toLowerCase()
  const isMoney =
    moneyPhrases.some((phrase) => phrase.test(text)) ||
    settings.signal_phrases.some((phrase) => lower.includes(phrase.toLowerCase()))
  const hasContact = seq <= settings.signal_contact_messages && contactData.some((pattern) => pattern.test(text))
  return [...(isMoney ? (['money_phrase'] as const) : []), ...(hasContact ? (['contact_data'] as const) : [])]
}

/** Shorter openers are what everyone writes. */
const OPENER_MIN_LENGTH = 25

/**
 * Returns what two copies of one first message have in common: letters and digits without case, names in the
 * salutation and punctuation. Null for one that is too short to mean anything.
 */
export function openerKey(text: string) {
  const body = text.replace(/^\s*[\p{L}]+\s+[\p{L}]+\s*[,!.:]/u, '')
  const letters = body.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '')
  return letters.length < OPENER_MIN_LENGTH ? null : letters
}

/** Returns an address as its mailbox: without a tag after '+', and for Google without dots. */
export function mailboxOf(email: string) {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const [name = ''] = local.split('+')
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
