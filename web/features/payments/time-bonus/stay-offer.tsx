import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { href } from 'react-router'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { acceptStayOffer } from '#contract/credits/calls.ts'
import { call } from '#web/api/call.ts'
import { Link } from '#web/api/link.tsx'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { stayOfferQuery, waitingDiscountQuery } from '#web/features/payments/queries.ts'

/** The company's discount for a member who thinks of leaving (ACC-17). Nothing where there is none. */
export function StayOffer() {
  const t = useTranslations('payments.stay')
  const format = useFormatter()
  const client = useQueryClient()
  const { data } = useQuery(stayOfferQuery())
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(acceptStayOffer, {}),
    onSuccess: (reply) => {
      client.setQueryData(stayOfferQuery().queryKey, reply)
      void client.invalidateQueries(waitingDiscountQuery())
    },
    onError: useErrorToast(),
  })
  if (!data || data.percentage === null) return null
  const { percentage, discount } = data
  if (!discount) {
    return (
      <Alert
        tone="special"
        title={t('title', { rate: percentage / 100 })}
        actions={
          <Button variant="outline" size="sm" isPending={isPending} onClick={() => mutate()}>
            {t('take')}
          </Button>
        }
      >
        {t('text')}
      </Alert>
    )
  }
  const until = discount.expiresAt ? format.dateTime(new Date(discount.expiresAt), 'day') : ''
  return (
    <Alert
      tone="special"
      isLive
      title={t('taken', { rate: percentage / 100, code: discount.code })}
      actions={
        <Button variant="outline" size="sm" render={<Link to={href('/credits')} prefetch="intent" />}>
          {t('use')}
        </Button>
      }
    >
      {t('takenText', { until })}
    </Alert>
  )
}
