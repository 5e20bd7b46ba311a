import type { Email, EmailSite } from '#contract/emails.ts'
import { textLanguage } from '#contract/languages.ts'
import type { Config } from '#server/platform/config.ts'
import type { Site, Sites } from './service.ts'

type Deps = { config: Pick<Config, 'publicUrl'> }

/** Returns a site's URL for mails, without trailing slash. Only the default site is at `PUBLIC_URL`. */
export function siteUrl({ config: { publicUrl } }: Deps, { domain, isDefault }: Pick<Site, 'domain' | 'isDefault'>) {
  return isDefault ? publicUrl : `${new URL(publicUrl).protocol}//${domain}`
}

/** Returns the data of a site that its mails show. */
function emailSite(deps: Deps, site: Site): EmailSite {
  const { settings, company } = site
  const [vat] = company.vat_numbers
  const companyLine = [company.name, company.address, `${company.city} (${company.country})`, company.kvk, vat?.number]
  return {
    name: settings.mail_name,
    url: siteUrl(deps, site),
    supportEmail: settings.support_email,
    company: companyLine.filter(Boolean).join(', '),
  }
}

interface Recipient {
  siteId: number
  email: string
  /** As stored; it may have no texts. */
  language: string
}

/** Returns what every mail has beside its own content: address, language and the site that sends it. */
export function mailEnvelope(
  { config, sites }: Deps & { sites: Pick<Sites, 'byId'> },
  { siteId, email, language }: Recipient,
): Pick<Email, 'to' | 'language' | 'site'> {
  return { to: email, language: textLanguage(language), site: emailSite({ config }, sites.byId(siteId)) }
}
