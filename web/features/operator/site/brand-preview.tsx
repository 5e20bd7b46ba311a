import { brandTheme } from '#contract/settings/brand-colours.ts'
import { useTranslations } from '#web/i18n/intl.tsx'

const COLOUR = /^#[\da-f]{6}$/

interface Brand {
  name: string
  logo: string
  /** Title and description of the home page; empty: those of the language. */
  index_title: string
  description: string
  domain: string
  accent_colour: string
  secondary_colour: string
}

/** How the brand looks in light and dark, and the home page in search engines, while it is typed. */
export function BrandPreview({ name, logo, index_title, description, domain, accent_colour, secondary_colour }: Brand) {
  const t = useTranslations('operator-site')
  const theme = brandTheme({
    accent_colour: COLOUR.test(accent_colour) ? accent_colour : '',
    secondary_colour: COLOUR.test(secondary_colour) ? secondary_colour : '',
  })
  return (
    <section aria-label={t('preview')} className="grid gap-3 sm:grid-cols-2">
      {(['light', 'dark'] as const).map((scheme) => (
        <div
          key={scheme}
          style={{ ...theme, colorScheme: scheme }}
          className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 text-text"
        >
          <span className="flex items-center gap-2 font-bold">
            {/^\/(?!\/)[\w./-]+$/.test(logo) && <img src={logo} alt="" className="size-7 object-contain" />}
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="ms-auto rounded-full bg-secondary px-2 text-xs font-bold text-white">3</span>
          </span>
          <span className="rounded-full bg-accent px-4 py-2 text-center text-sm font-semibold text-on-accent">
            {t('previewAction')}
          </span>
          <span className="text-sm font-semibold text-accent-text underline">{t('previewLink')}</span>
        </div>
      ))}
      <div className="flex flex-col gap-1 rounded-lg border border-line p-4 text-sm sm:col-span-full">
        <span className="text-text-muted">{domain}</span>
        <span className="text-base font-semibold wrap-anywhere text-accent-text">
          {index_title || t('ofLanguage')} · {name}
        </span>
        <span className="wrap-anywhere text-text-muted">{description || t('ofLanguage')}</span>
      </div>
    </section>
  )
}
