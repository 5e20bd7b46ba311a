import { useMutation } from '@tanstack/react-query'
import Tag from 'lucide-react/icons/tag'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { DISCOUNT_CODE_MAX_LENGTH } from '#contract/limits.ts'
import { getDiscountCode } from '#contract/payments/calls.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import type { AppliedDiscount } from './applied-discount.ts'
import { useDiscountName } from './use-discount-name.ts'

interface Props {
  /** A code that the link to the page brought along: it is sent at once. */
  linkedCode: string | null
  applied: AppliedDiscount | null
  onChange: (applied: AppliedDiscount | null) => void
  /** The server is asked for a code, or not any more. A linked code counts as asked for from the start. */
  onChecking: (isChecking: boolean) => void
  onLinkFailed: () => void
}

/** The discount code of an order: a field for one, and the applied one with a button that removes it. */
export function DiscountField({ linkedCode, applied, onChange, onChecking, onLinkFailed }: Props) {
  const t = useTranslations('payments.discount')
  const errorText = useErrorText()
  const nameOf = useDiscountName()
  const [linkError, setLinkError] = useState<Error | null>(null)
  const [isOpen, setIsOpen] = useState(linkedCode !== null)
  const [wasRemoved, setWasRemoved] = useState(false)
  // A linked code is sent without a press, and takes no focus.
  const isForm = isOpen && !applied && (linkedCode === null || wasRemoved)
  const status = useFocusAfterRemoval<HTMLParagraphElement>(isForm ? 1 : 0)
  const opener = useFocusAfterRemoval<HTMLButtonElement>(applied ? 1 : 0)
  if (applied) {
    const { code, percentage } = applied.discount
    return (
      <div className="flex flex-col gap-2">
        <div className="flex items-center gap-3 rounded-md bg-success-soft py-1 ps-4 pe-1">
          <Tag aria-hidden className="size-5 shrink-0 text-success-text" />
          <p ref={status} tabIndex={-1} role="status" className="min-w-0 flex-1 break-words outline-none">
            {t('applied', { code: nameOf(code), rate: percentage / 100 })}
          </p>
          <IconButton
            label={t('remove', { code: nameOf(code) })}
            onClick={() => {
              setWasRemoved(true)
              setLinkError(null)
              onChange(null)
            }}
          >
            <X />
          </IconButton>
        </div>
        {linkError && linkedCode !== null && (
          <p role="alert" className="text-sm text-text-muted">
            {t('linkFailed', { code: linkedCode, reason: errorText(linkError) })}
          </p>
        )}
      </div>
    )
  }
  // A code that was removed is not sent again.
  if (isOpen) {
    return (
      <CodeForm
        linkedCode={wasRemoved ? null : linkedCode}
        onFound={onChange}
        onChecking={onChecking}
        onLinkFailed={(error) => {
          setLinkError(error)
          onLinkFailed()
        }}
      />
    )
  }
  return (
    <Button
      ref={opener}
      variant="ghost"
      className="-ms-5 self-start text-start"
      icon={<Tag />}
      onClick={() => setIsOpen(true)}
    >
      {t('open')}
    </Button>
  )
}

interface FormProps {
  linkedCode: string | null
  onFound: (applied: AppliedDiscount) => void
  onChecking: (isChecking: boolean) => void
  onLinkFailed: (error: Error) => void
}

function CodeForm({ linkedCode, onFound, onChecking, onLinkFailed }: FormProps) {
  const t = useTranslations('payments.discount')
  const errorText = useErrorText()
  const [code, setCode] = useState(linkedCode ?? '')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => call(getDiscountCode, { query: { code } }),
  })
  // Of the request, not of the mutation: `reset` drops the answer for a code that was changed meanwhile.
  const send = ({ onError }: { onError?: (error: Error) => void } = {}) => {
    onChecking(true)
    mutate(undefined, {
      onSuccess: ({ discount, prices }) => discount && onFound({ discount, prices }),
      onSettled: () => onChecking(false),
      ...(onError && { onError }),
    })
  }
  const field = useRef<HTMLInputElement>(null)
  const sendLinked = useEffectEvent(() => {
    // The button that opened the form is gone.
    if (linkedCode === null) field.current?.focus()
    else send({ onError: onLinkFailed })
  })
  useEffect(() => sendLinked(), [])
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '') send()
      }}
      className="flex items-end gap-3"
    >
      <div className="min-w-0 flex-1">
        <Field label={t('label')} error={error ? errorText(error) : undefined}>
          <TextInput
            ref={field}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={DISCOUNT_CODE_MAX_LENGTH}
            value={code}
            onChange={({ currentTarget }) => {
              setCode(currentTarget.value)
              reset()
              onChecking(false)
            }}
          />
        </Field>
      </div>
      <Button type="submit" variant="outline" isPending={isPending}>
        {t('apply')}
      </Button>
    </form>
  )
}
