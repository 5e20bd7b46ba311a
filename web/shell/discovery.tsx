import { useQueryClient } from '@tanstack/react-query'
import { href, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { landerImagePath, type LanderName } from '#contract/landers.ts'
import type { IndexedPath } from '#contract/page-names.ts'
import { languages } from '#contract/languages.ts'
import { photoUrl } from '#contract/photo-urls.ts'
import type { ProfileCard } from '#contract/profiles.ts'
import { readCached } from '#web/api/use-cached.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { languageOfQuery } from '#web/i18n/request-preferences.ts'

// Server only: programs that read this load the page, and browsers do not need it.

interface Props {
  path: IndexedPath | CampaignPath
  title: string
  description: string
  /** Of the site, without a trailing slash. */
  siteUrl: string
  siteName: string
}

/** Of a landing page, without slug: campaigns repeat it with other texts, and search engines find the page itself (LAND-5). */
type CampaignPath = `/landers/${string}`

interface DiscoveryProps extends Props {
  imagePath?: string | undefined
}

/** What search engines and link previews read of a page: its one address, its languages, its title and image. */
export function Discovery({ path, title, description, siteUrl, siteName, imagePath }: DiscoveryProps) {
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
      <Preview
        title={title}
        description={description}
        url={own}
        siteUrl={siteUrl}
        siteName={siteName}
        imagePath={imagePath}
      />
    </>
  )
}

interface LanderProps extends Pick<Props, 'title' | 'description'> {
  name: LanderName
}

/** The same of a landing page of a campaign, whose image has its composition. */
export function LanderDiscovery({ name, ...texts }: LanderProps) {
  const site = usePreviewedSite()
  return site && <Discovery {...texts} {...site} path={`/landers/${name}`} imagePath={landerImagePath(name)} />
}

type Previewed = Pick<ProfileCard, 'id' | 'name' | 'age' | 'photo' | 'isFictional'>

/**
 * What link previews read of a profile, as a visitor sees it: so the member and the site allow it. Its image is the main photo,
 * which others see while it is active. A fictional profile has none, because its label would be missing (PRO-13).
 */
export function ProfileDiscovery({ member }: { member: Previewed }) {
  const site = usePreviewedSite()
  const { id, name, age } = member
  const url = `${site?.siteUrl}${href('/members/:id', { id })}`
  return site && <Preview {...site} title={`${name}, ${age}`} url={url} photoPath={previewPhoto(member)} />
}

interface MemberLanderProps extends Pick<LanderProps, 'name' | 'title'> {
  member: Previewed
}

/** The same of a landing page about a member: the member's photo, else the composition of the page. */
export function MemberLanderDiscovery({ name, title, member }: MemberLanderProps) {
  const site = usePreviewedSite()
  const url = `${site?.siteUrl}/members/${member.id}/${name}`
  const image = { photoPath: previewPhoto(member), imagePath: landerImagePath(name) }
  return site && <Preview {...site} {...image} title={title} url={url} />
}

function usePreviewedSite() {
  const site = readCached(useQueryClient(), settingsQuery())
  return site ? { siteUrl: site.url, siteName: site.settings.name } : null
}

function previewPhoto({ photo, isFictional }: Previewed) {
  return photo && !isFictional ? photoUrl(photo.id, 'medium') : undefined
}

interface PreviewProps extends Omit<Props, 'path' | 'description'> {
  description?: string
  url: string
  /** The photo of a member, of any size. */
  photoPath?: string | undefined
  /** In its place an image of 1200 × 630. Default: that of the site. */
  imagePath?: string | undefined
}

function Preview({ title, description, url, siteUrl, siteName, photoPath, imagePath = '/share.jpg' }: PreviewProps) {
  return (
    <>
      <meta property="og:type" content={photoPath ? 'profile' : 'website'} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${siteUrl}${photoPath ?? imagePath}`} />
      {!photoPath && <meta property="og:image:width" content="1200" />}
      {!photoPath && <meta property="og:image:height" content="630" />}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** What a link preview says about a page without a description of its own: what the site is. Server only, as above. */
export function SiteDescription({ description, siteName }: { description: string; siteName: string }) {
  const t = useTranslations('discovery')
  return <meta name="description" content={description || t('description', { site: siteName })} />
}
