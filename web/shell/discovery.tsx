import { useQueryClient } from '@tanstack/react-query'
import { href, useLocation } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { landerImagePath, type LanderName } from '#contract/landers/landers.ts'
import type { IndexedPath } from '#contract/pages/page-names.ts'
import { offeredLanguages } from '#contract/settings/site-rules.ts'
import { textLanguage } from '#contract/languages.ts'
import { memberImagePath } from '#contract/profiles/photo-urls.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { readCached } from '#web/api/use-cached.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
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

/** A landing page without slug: campaigns have other texts, and search engines find the page (LAND-5). */
type CampaignPath = `/landers/${string}`

interface DiscoveryProps extends Props {
  imagePath?: string | undefined
}

/** Metadata for search engines and link previews: the address, the languages, the title and the image. */
export function Discovery({ path, title, description, siteUrl, siteName, imagePath }: DiscoveryProps) {
  const named = languageOfQuery(useLocation().search)
  const offered = offeredLanguages(useSettings())
  const asked = named && offered.includes(named) ? named : null
  const url = `${siteUrl}${path}`
  const own = asked ? `${url}?lang=${asked}` : url
  return (
    <>
      <link rel="canonical" href={own} />
      {offered.map((language) => (
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
  /** Of the campaign, whose image has its own words. */
  slug?: string | undefined
}

/** The same of a landing page of a campaign, whose image has its composition. */
export function LanderDiscovery({ name, slug, ...texts }: LanderProps) {
  const site = usePreviewedSite()
  const imagePath = useLanderImage(name, slug)
  return site && <Discovery {...texts} {...site} path={`/landers/${name}`} imagePath={imagePath} />
}

/** The image has the words of this page, not those of the program that loads it. */
function useLanderImage(name: LanderName, slug: string | undefined) {
  const { language, country } = useLanguage()
  return landerImagePath(name, { language: textLanguage(language), country, slug })
}

type Previewed = Pick<ProfileCard, 'id' | 'name' | 'age' | 'photo' | 'isFictional'>

/**
 * What link previews read of a profile, as a visitor sees it: if the member and the site allow it. Its image
 * is the main photo while it is active. A fictional profile has none, as its label would be missing (PRO-13).
 */
export function ProfileDiscovery({ member }: { member: Previewed }) {
  const site = usePreviewedSite()
  const { id, name, age } = member
  const url = `${site?.siteUrl}${href('/members/:id', { id })}`
  return site && <Preview {...site} title={`${name}, ${age}`} url={url} imagePath={memberImage(member)} />
}

interface MemberLanderProps extends Pick<LanderProps, 'name' | 'slug' | 'title'> {
  member: Previewed
}

/** The same of a landing page about a member: the member's photo, else the composition of the page. */
export function MemberLanderDiscovery({ name, slug, title, member }: MemberLanderProps) {
  const site = usePreviewedSite()
  const ownImage = useLanderImage(name, slug)
  const url = `${site?.siteUrl}/members/${member.id}/${name}`
  return site && <Preview {...site} title={title} url={url} imagePath={memberImage(member) ?? ownImage} />
}

function usePreviewedSite() {
  const site = readCached(useQueryClient(), settingsQuery())
  return site ? { siteUrl: site.url, siteName: site.settings.name } : null
}

function memberImage({ id, photo, isFictional }: Previewed) {
  return photo && !isFictional ? memberImagePath(id) : undefined
}

interface PreviewProps extends Omit<Props, 'path' | 'description'> {
  description?: string
  url: string
  /** Of an image of 1200 × 630. Default: that of the site. */
  imagePath?: string | undefined
}

function Preview({ title, description, url, siteUrl, siteName, imagePath = '/share.jpg' }: PreviewProps) {
  return (
    <>
      <meta property="og:type" content={imagePath?.startsWith('/share/members/') ? 'profile' : 'website'} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${siteUrl}${imagePath}`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** What a link preview of a page without description reports: what the site is. Server only, as above. */
export function SiteDescription({ description, siteName }: { description: string; siteName: string }) {
  const t = useTranslations('discovery')
  return <meta name="description" content={description || t('description', { site: siteName })} />
}
