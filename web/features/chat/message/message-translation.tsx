import { useQuery } from '@tanstack/react-query'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { translate, translationApis } from './translation.ts'

/** A message in the language of the page, translated on the device. */
export function MessageTranslation({ body }: { body: string }) {
  const t = useTranslations('conversation.translation')
  const { language } = useLanguage()
  const { data, isError } = useQuery({
    queryKey: ['translation', language, body],
    queryFn: async () => {
      const apis = translationApis(window)
      return apis ? translate(apis, { text: body, language }) : ({ kind: 'unavailable' } as const)
    },
    staleTime: Infinity,
    // The browser decides, not the network.
    networkMode: 'always',
  })
  return (
    <div role="status" className="max-w-full rounded-md border border-line px-3 py-2 text-sm text-text-muted">
      {!data && !isError && <Spinner size="sm" label={t('pending')} />}
      {data?.kind === 'translated' && (
        <>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-text">
            {data.text}
          </p>
          <p className="mt-1 text-xs">{t('onDevice')}</p>
        </>
      )}
      {data?.kind === 'same' && t('same')}
      {(isError || data?.kind === 'unavailable') && t('unavailable')}
    </div>
  )
}
