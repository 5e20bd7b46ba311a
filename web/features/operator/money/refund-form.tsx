import { useState } from 'react'
import * as calls from '#contract/operator/money/calls.ts'
import type { OrderFile } from '#contract/operator/money/schemas.ts'
import { majorUnits } from '#contract/payments/money.ts'
import { ActDialog } from '#web/features/operator/ui/act-dialog.tsx'
import { ReasonField } from '#web/features/operator/ui/reason-field.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'

const changes = [calls.getOrderFile, calls.listOrders]

/** Pays back what is left of an order, or a part of it. */
export function RefundForm({ order }: { order: OrderFile }) {
  const t = useTranslations('operator-money.refund')
  const { id, refundableMinor, currency, refundableCredits } = order
  // Of this form: sent twice it counts once.
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  if (refundableCredits === null) return null
  const left = majorUnits({ amountMinor: refundableMinor, currency })
  const unit = Math.round(refundableMinor / left)
  return (
    <ActDialog
      endpoint={calls.refundOrder}
      label={t('label')}
      text={t('text')}
      submit={t('label')}
      close={t('cancel')}
      done={t('done')}
      isDangerous
      changes={changes}
      names={['amountMinor', 'credits', 'reason']}
      inputOf={({ amountMinor: amount, credits, reason }) => ({
        params: { orderId: id },
        body: { clientId, amountMinor: Math.round(Number(amount) * unit), credits: Number(credits), reason },
      })}
      onSuccess={() => setClientId(crypto.randomUUID())}
    >
      {(fields) => (
        <>
          <Field label={t('amount', { currency })} error={fields.errorOf('amountMinor')}>
            <TextInput
              name="amountMinor"
              type="number"
              step={1 / unit}
              min={0}
              max={left}
              defaultValue={left}
              onChange={() => fields.clear('amountMinor')}
            />
          </Field>
          <Field
            label={t('credits')}
            description={t('creditsHelp', { max: refundableCredits })}
            error={fields.errorOf('credits')}
          >
            <TextInput
              name="credits"
              type="number"
              step={1}
              min={0}
              max={refundableCredits}
              defaultValue={refundableCredits}
              onChange={() => fields.clear('credits')}
            />
          </Field>
          <ReasonField fields={fields} />
        </>
      )}
    </ActDialog>
  )
}
