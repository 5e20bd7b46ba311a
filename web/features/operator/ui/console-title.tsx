import { useTranslations } from '#web/i18n/intl.tsx'

/** The heading of a page of the console, and the tab's title. Search engines get no page of it. */
export function ConsoleTitle({ title }: { title: string }) {
  const t = useTranslations('operator')
  return (
    <>
      <title>{`${title} · ${t('name')}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-xl font-bold wrap-anywhere">{title}</h1>
    </>
  )
}
