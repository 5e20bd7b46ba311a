import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { IndexedPath } from '#contract/page-names.ts'
import { languages } from '#contract/languages.ts'
import { languageOfQuery } from '#web/i18n/request-preferences.ts'

interface Props {
  path: IndexedPath
  title: string
  description: string
  /** Of the site, without a trailing slash. */
  siteUrl: string
  siteName: string
}

/**
 * What search engines and link previews read of a page: its one address, its languages, its title and image. Server only:
 * programs that read it load the page, and browsers do not need it.
 */
export function Discovery({ path, title, description, siteUrl, siteName }: Props) {
  const asked = languageOfQuery(useLocation().search)
  const url = `${siteUrl}${path}`
  const own = asked ? `${url}?lang=${asked}` : url
  return (
    <>
      <link rel="canonical" href={own} />
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={`${url}?lang=${language}`} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={own} />
      <meta property="og:image" content={`${siteUrl}/share.jpg`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** What a link preview says about a page without a description of its own: what the site is. Server only, as above. */
export function SiteDescription({ description, siteName }: { description: string; siteName: string }) {
  const t = useTranslations('discovery')
  return <meta name="description" content={description || t('description', { site: siteName })} />
}
