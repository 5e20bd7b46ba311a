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
