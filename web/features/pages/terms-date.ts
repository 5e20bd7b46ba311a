import { TERMS_FIRST_DATE } from '#contract/limits.ts'
/** Date of the terms in force: the first version's, unless the company was added later (PAGES-2). */
export function termsDate(companyAdded: string) {
  return new Date(Math.max(Date.parse(TERMS_FIRST_DATE), Date.parse(companyAdded)))
}
