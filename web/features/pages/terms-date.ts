import { TERMS_FIRST_DATE } from '#contract/limits.ts'

/** Date of the terms in force: of the first version, or of the company if it was added later (PAGES-2). */
export function termsDate(companyAdded: string) {
  return new Date(Math.max(Date.parse(TERMS_FIRST_DATE), Date.parse(companyAdded)))
}
