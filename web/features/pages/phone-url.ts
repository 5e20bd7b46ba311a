/** Returns the link that dials a phone number, without hyphens and spaces (PAGES-3). */
export function phoneUrl(phone: string) {
  return `tel:${phone.replaceAll(/[-\s]/g, '')}`
}
