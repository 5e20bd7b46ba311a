import type { EmailSite } from '#contract/emails.ts'
import type { Config } from '#server/platform/config.ts'
import type { Site } from './service.ts'

type Deps = { config: Pick<Config, 'publicUrl'> }

/** Where a site is, for links in mails, without a slash at the end. Only the default one is at `PUBLIC_URL`. */
export function siteUrl({ config: { publicUrl } }: Deps, { domain, isDefault }: Pick<Site, 'domain' | 'isDefault'>) {
  return isDefault ? publicUrl : `${new URL(publicUrl).protocol}//${domain}`
}

/** What the mails of a site say of it. */
export function emailSite(deps: Deps, site: Site): EmailSite {
  const { settings, company } = site
  const [vat] = company.vat_numbers
  const facts = [company.name, company.address, `${company.city} (${company.country})`, company.kvk, vat?.number]
  return {
    name: settings.mail_name,
    url: siteUrl(deps, site),
    supportEmail: settings.support_email,
    company: facts.filter(Boolean).join(', '),
  }
}
