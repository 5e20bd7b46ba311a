import { href } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { CastImage } from '#web/ui/media/cast-image.tsx'

/** A person who has not found it either. */
export function NotFoundImage() {
  return (
    <p className="relative mx-auto mb-2 w-52 text-accent-text">
      <CastImage name="w5" className="w-full rotate-2 rounded-lg shadow-floating" />
      <span className="absolute -start-12 top-6 -rotate-8 rounded-lg rounded-ee-sm bg-surface-raised px-4 py-2 text-4xl font-extrabold shadow-floating">
        404
      </span>
      <span
        aria-hidden
        className="absolute -end-8 bottom-8 grid size-16 rotate-8 place-items-center rounded-full bg-accent-soft text-3xl font-extrabold shadow-raised"
      >
        ?
      </span>
    </p>
  )
}

/** What may have happened, and that the links below it help. */
export function NotFoundText() {
  const t = useTranslations('pages.lost')
  return <p className="text-text-muted">{t('text')}</p>
}

/** Where most visitors wanted to go. */
export function NotFoundLinks() {
  const shellT = useTranslations('shell')
  const links = [
    { to: href('/members'), text: shellT('nav.members') },
    { to: href('/faq'), text: shellT('footer.faq') },
    { to: href('/service'), text: shellT('footer.service') },
  ]
  return (
    <ul className="flex flex-wrap justify-center gap-x-6">
      {links.map(({ to, text }) => (
        <li key={to}>
          <Link to={to} className="inline-flex min-h-11 items-center font-semibold text-accent-text underline">
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}
