import { Form, useLocation } from 'react-router'
import type { ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'

/**
 * The filters of a list: a form that writes its fields into the URL, without the place in the list.
 * `download` is the address of the list as a file, with the filters of the URL.
 */
export function FilterBar({ children, download }: { children: ReactNode; download?: string }) {
  const t = useTranslations('operator.list')
  const { pathname, search } = useLocation()
  return (
    // Another search replaces what is in the fields.
    <Form key={search} method="get" action={pathname} role="search" className="flex flex-wrap items-end gap-3">
      {children}
      <Button type="submit" size="sm" variant="secondary" className="min-h-12">
        {t('filter')}
      </Button>
      {download !== undefined && (
        <Button
          size="sm"
          variant="outline"
          className="min-h-12"
          render={
            <a href={download} download>
              {t('download')}
            </a>
          }
        >
          {t('download')}
        </Button>
      )}
    </Form>
  )
}
