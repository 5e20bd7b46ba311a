const FIRST_VERSION = '2023-12-01T12:00:00Z'

/** Date of the terms in force: the first version's, unless the company was added later (spec §9). */
export function termsDate(companyAdded: string) {
  return new Date(Math.max(Date.parse(FIRST_VERSION), Date.parse(companyAdded)))
}
