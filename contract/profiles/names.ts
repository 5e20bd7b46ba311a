/** Returns whether a name is the email address, without regard to case: only the name is public (PRO-2). */
export function isSameAsEmail({ name, email }: { name: string; email: string }) {
  return name.trim().toLowerCase() === email.trim().toLowerCase()
}

/** Addresses, links and telephone numbers: a name is shown where a member may not share these. */
const CONTACT = [
  /@|:\/\/|\bwww\b/iu,
  /[\p{L}\p{N}-]{2,}\.[a-z]{2,}(?!\p{L})/u,
  /\.(?:com|net|org|info|io|xyz|site|online|link|shop|app)\b/iu,
  /\d(?:[\s./-]?\d){6}/u,
]

/** Returns whether a name contains an address, a link or a telephone number (PRO-2). */
export function hasContactData(name: string) {
  const text = name.normalize('NFKC')
  return CONTACT.some((pattern) => pattern.test(text))
}

/** What the staff of a site call themselves, without accents. */
const STAFF = new Set([
  'admin',
  'administrateur',
  'administratrice',
  'administrator',
  'customerservice',
  'equipe',
  'moderateur',
  'moderator',
  'moderatrice',
  'serviceclient',
  'staff',
  'support',
  'team',
  'webmaster',
])

/** Returns whether a name poses as the site, its company or staff, whatever spaces and accents (PRO-2). */
export function isReservedName(name: string, { reserved }: { reserved: readonly string[] }) {
  const whole = wordsOf(name).join('')
  return (
    STAFF.has(whole) ||
    wordsOf(name).some((word) => STAFF.has(word)) ||
    reserved.some((text) => whole !== '' && whole === wordsOf(text).join(''))
  )
}

function wordsOf(text: string) {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
