import type { EmailSite } from '#contract/emails.ts'
import type { Config } from '#server/platform/config.ts'
import type { Site } from './service.ts'

type Deps = { config: Pick<Config, 'publicUrl'> }

/** Returns the URL of a site for links in mails, without a trailing slash. Only the default site is at `PUBLIC_URL`. */
export function siteUrl({ config: { publicUrl } }: Deps, { domain, isDefault }: Pick<Site, 'domain' | 'isDefault'>) {
  return isDefault ? publicUrl : `${new URL(publicUrl).protocol}//${domain}`
}

/** Returns the data of a site that its mails show. */
export function emailSite(deps: Deps, site: Site): EmailSite {
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
