import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Bundle, PaymentMethod } from '#contract/payments.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { PriceNotes } from '#web/features/payments/price-notes.tsx'
import { bundlesQuery } from '#web/features/payments/queries.ts'
import { useCheckout } from '#web/features/payments/use-checkout.ts'
import { useMoney } from '#web/i18n/use-money.ts'
import { PageTitle } from '#web/shell/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { optionOf } from './route-params.ts'
import type { Route } from './+types/checkout'

const load = loading(async ({ query, params }: Loading<Route.LoaderArgs>) => {
  const { bundles } = await query(bundlesQuery())
  if (!bundles.some(({ id }) => id === params.id)) throw new Response(null, { status: 404 })
})
export const loader = load
export const clientLoader = load

/** One bundle and its payment methods. */
export default function Checkout({ params }: Route.ComponentProps) {
  const t = useTranslations('payments')
  const { bundles, methods, vatPercent } = useSuspenseQuery(bundlesQuery()).data
  const bundle = bundles.find(({ id }) => id === params.id)
  const first = optionOf(methods, params.paymentmethod)
  if (!bundle || !first) return null
  return (
    <div className="mx-auto max-w-form">
      <PageTitle title={t('checkoutTitle')} isPrivate />
      <Button
        variant="ghost"
        size="sm"
        icon={<ArrowLeft />}
        className="mb-4"
        render={<Link to={href('/credits')} prefetch="intent" />}
      >
        {t('otherBundle')}
      </Button>
      <h1 className="mb-4 text-3xl font-bold">{t('checkoutHeading')}</h1>
      <CheckoutForm key={bundle.id} bundle={bundle} methods={methods} first={first} />
      <PriceNotes vatPercent={vatPercent} />
    </div>
  )
}

interface FormProps {
  bundle: Bundle
  methods: readonly PaymentMethod[]
  first: PaymentMethod
}

function CheckoutForm({ bundle, methods, first }: FormProps) {
  const t = useTranslations('payments')
  const money = useMoney()
  const [method, setMethod] = useState(first)
  const checkout = useCheckout(bundle.id)
  const price = money(bundle)
  return (
    <Card padding="lg" className="flex flex-col gap-6">
      <p className="flex items-baseline justify-between gap-4 tabular-nums">
        <span>
          <span className="block text-xl font-bold">{t('credits', { count: bundle.credits })}</span>
          <span className="text-text-muted">{t('messages', { count: bundle.messages })}</span>
        </span>
        <span className="text-2xl font-bold">{price}</span>
      </p>
      <FieldGroup label={t('method')}>
        <RadioGroup
          value={method}
          onValueChange={setMethod}
          options={methods.map((each) => ({ value: each, label: t(`methods.${each}`) }))}
        />
      </FieldGroup>
      <Button
        size="lg"
        isWide
        isPending={checkout.isPending || checkout.isSuccess}
        onClick={() => checkout.mutate(method)}
      >
        {t('pay', { price })}
      </Button>
    </Card>
  )
}
