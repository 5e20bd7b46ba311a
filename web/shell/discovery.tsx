import { useQueryClient } from '@tanstack/react-query'
import { href, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { IndexedPath } from '#contract/page-names.ts'
import { languages } from '#contract/languages.ts'
import { photoUrl } from '#contract/photo-urls.ts'
import type { ProfileCard } from '#contract/profiles.ts'
import { readCached } from '#web/api/use-cached.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { languageOfQuery } from '#web/i18n/request-preferences.ts'

// Server only: programs that read this load the page, and browsers do not need it.

interface Props {
  path: IndexedPath
  title: string
  description: string
  /** Of the site, without a trailing slash. */
  siteUrl: string
  siteName: string
}

/** What search engines and link previews read of a page: its one address, its languages, its title and image. */
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
      <Preview title={title} description={description} url={own} siteUrl={siteUrl} siteName={siteName} />
    </>
  )
}

/**
 * What link previews read of a profile, as a visitor sees it: so the member and the site allow it. Its image is the main photo,
 * which others see while it is active. A fictional profile has none, because its label would be missing (PRO-13).
 */
export function ProfileDiscovery({
  member: { id, name, age, photo, isFictional },
}: {
  member: Pick<ProfileCard, 'id' | 'name' | 'age' | 'photo' | 'isFictional'>
}) {
  const site = readCached(useQueryClient(), settingsQuery())
  if (!site) return null
  return (
    <Preview
      title={`${name}, ${age}`}
      url={`${site.url}${href('/members/:id', { id })}`}
      siteUrl={site.url}
      siteName={site.settings.name}
      imagePath={photo && !isFictional ? photoUrl(photo.id, 'medium') : undefined}
    />
  )
}

interface PreviewProps extends Omit<Props, 'path' | 'description'> {
  description?: string
  url: string
  /** Default: the image of the site. */
  imagePath?: string | undefined
}

function Preview({ title, description, url, siteUrl, siteName, imagePath }: PreviewProps) {
  return (
    <>
      <meta property="og:type" content={imagePath ? 'profile' : 'website'} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${siteUrl}${imagePath ?? '/share.jpg'}`} />
      {!imagePath && <meta property="og:image:width" content="1200" />}
      {!imagePath && <meta property="og:image:height" content="630" />}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** What a link preview says about a page without a description of its own: what the site is. Server only, as above. */
export function SiteDescription({ description, siteName }: { description: string; siteName: string }) {
  const t = useTranslations('discovery')
  return <meta name="description" content={description || t('description', { site: siteName })} />
}
