import { useMemo, useState, type ComponentRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { memberLanders, type LanderName } from '#contract/landers/landers.ts'
import type { getLanderContent } from '#contract/operator/site/lander-calls.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { portraitUrl } from '#web/features/landers/cast.ts'
import { LanderBody } from '#web/features/landers/lander.tsx'
import { fillIn, type LanderView } from '#web/features/landers/use-lander.ts'
import { IntlProvider, useTimeZone, useTranslations } from '#web/i18n/intl.tsx'

type Content = ReplyOf<typeof getLanderContent>
type Preview = Content['preview']

interface LanderPreviewProps extends Pick<Content, 'preview' | 'texts' | 'images'> {
  name: LanderName
}

/** A landing page as a phone shows it, with texts and images while they are typed. */
export function LanderPreview({ name, preview, texts, images }: LanderPreviewProps) {
  const { niche, country, language, values, common } = preview
  const text: LanderView['text'] = (key) => {
    const own = texts[key]
    return fillIn(own ?? preview.texts[key] ?? '', values)
  }
  const portraits = images.length > 0 ? images : preview.images
  const view: LanderView = {
    name,
    niche,
    country,
    text,
    general: text,
    portrait: (index) => portraitUrl({ niche, images: portraits, index }),
    signupUrl: '/signup',
    loginUrl: '/login',
    traffic: '',
    isSignupOpen: true,
  }
  const isAboutMember = memberLanders.some((each) => each === name)
  const member: ProfileCard = { ...invented, ...values, country }
  return (
    <PreviewDocument language={language}>
      <LanderTexts language={language} common={common}>
        <LanderBody view={view} member={isAboutMember ? member : null} />
      </LanderTexts>
    </PreviewDocument>
  )
}

/** The browser has no texts of landing pages, and those of the console are of another language. */
function LanderTexts({ language, common, children }: Pick<Preview, 'language' | 'common'> & { children: ReactNode }) {
  const messages = useMemo(() => ({ landers: common, profiles: { tile: { noPhoto: '' } } }) as never, [common])
  return (
    <IntlProvider locale={language} messages={messages} timeZone={useTimeZone()}>
      {children}
    </IntlProvider>
  )
}

/** Stands for the member that a landing page is about. */
const invented: Omit<ProfileCard, 'country'> = {
  id: 'bcdfghjkmnpqrs',
  name: '',
  age: 0,
  gender: 'female',
  region: '',
  city: null,
  isOnline: false,
  photo: null,
  isLiked: false,
  isMatch: false,
  isFictional: false,
  isVerified: false,
}

/**
 * A document of its own with the styles of this one, so that the page has the width of a phone. It takes no
 * input: its links would leave the console.
 */
function PreviewDocument({ language, children }: { language: string; children: ReactNode }) {
  const t = useTranslations('operator-site')
  const [root, setRoot] = useState<HTMLElement | null>(null)

  function prepare(element: ComponentRef<'iframe'> | null) {
    const inner = element?.contentDocument
    if (!inner) return setRoot(null)
    const { documentElement } = document
    for (const style of document.querySelectorAll('link[rel="stylesheet"], style'))
      inner.head.append(inner.importNode(style, true))
    inner.documentElement.className = documentElement.className
    inner.documentElement.style.cssText = documentElement.style.cssText
    for (const [name, value] of Object.entries(documentElement.dataset)) inner.documentElement.dataset[name] = value
    inner.documentElement.lang = language
    inner.title = t('preview')
    inner.body.inert = true
    setRoot(inner.body)
  }

  return (
    <>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- It has no address: this page fills it. */}
      <iframe ref={prepare} title={t('preview')} className="h-160 w-full max-w-98 rounded-md border border-line" />
      {root && createPortal(children, root)}
    </>
  )
}
