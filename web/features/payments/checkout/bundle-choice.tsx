import { useState } from 'react'
import { href, useLocation } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Bundle, BundleId } from '#contract/payments/schemas.ts'
import { useMoney } from '#web/i18n/use-money.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { EdgeActions } from '#web/ui/forms/edge-actions.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { Link } from '#web/api/link.tsx'
import { loweredAmount } from './applied-discount.ts'
import { BundleRow, IncludedDiscount } from './bundle-row.tsx'
import { codeOfLink, withCode } from './code-of-link.ts'
import { middleBundle } from './middle-bundle.ts'
import { useWaitingDiscount } from './use-discount.ts'

/**
 * The packages to choose from, the smallest first and the middle one chosen (PAY-31), with one button that
 * leads to the payment. On a phone the button stays at the lower edge while the packages are visible.
 */
export function BundleChoice({ bundles }: { bundles: readonly Bundle[] }) {
  const t = useTranslations('payments')
  const money = useMoney()
  const applied = useWaitingDiscount()
  const code = codeOfLink(useLocation().search)
  const [picked, setPicked] = useState<BundleId | null>(null)
  const bundle = bundles.find(({ id }) => id === picked) ?? middleBundle(bundles)
  if (!bundle) return null
  const price = { ...bundle, amountMinor: loweredAmount(bundle, applied) ?? bundle.amountMinor }
  return (
    <div className="mx-auto max-w-2xl">
      <FieldGroup label={t('receipt.bundle')} isLabelHidden>
        <RadioGroup
          value={bundle.id}
          onValueChange={setPicked}
          options={bundles.map((each) => ({
            value: each.id,
            label: (
              <span className="flex items-center gap-3">
                <BundleRow bundle={each} lowered={loweredAmount(each, applied)} />
              </span>
            ),
          }))}
        />
      </FieldGroup>
      <IncludedDiscount bundles={bundles} applied={applied} />
      <EdgeActions className="md:pt-5 md:pb-3">
        <Button
          size="lg"
          isWide
          render={
            <Link to={withCode(href('/credits/:id/:paymentmethod?', { id: bundle.id }), code)} prefetch="intent" />
          }
        >
          {t('continue', { price: money(price) })}
        </Button>
      </EdgeActions>
    </div>
  )
}
