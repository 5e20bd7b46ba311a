import { Fragment, useId, useState, type SubmitEvent } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { gifts, type Gift } from '#contract/chat/gifts.ts'
import { GIFT_TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { giftPrice } from '#web/features/chat/outbox/outgoing-kinds.ts'
import { GiftImage } from '#web/features/chat/message/gift-image.tsx'
import { forgetReturnPath, storeReturnPath } from '#web/features/payments/checkout/return-path.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { forgetGiftChoice, readGiftChoice, storeGiftChoice } from './gift-choice.ts'
import { checkDraft } from './message-draft.ts'
import { SendButton } from './send-button.tsx'
import type { SendingDialogProps } from '#web/features/chat/sending-dialog-props.ts'

/** The names of the catalogue, in its order: from small to large. */
const names = Object.keys(gifts) as Gift[]

/** Chooses a gift, and sends it. */
export function GiftPopup({ profile, prices, credits, open, onOpenChange, onSend }: SendingDialogProps) {
  const t = useTranslations('chat-conversation')
  const chatT = useTranslations('chat')
  const common = useTranslations('common')
  const { offered, gift, setGift, text, setText, storeChoice, forgetChoice } = useGiftChoice(profile)
  const { body, excess } = checkDraft(text, GIFT_TEXT_MAX_LENGTH)
  const price = giftPrice(prices, gift)

  function send(event: SubmitEvent) {
    event.preventDefault()
    // While it closes it has the focus still: a second Enter would send, and charge, another gift.
    if (!open || excess > 0 || credits < price) return
    onSend({ kind: 'gift', gift, body })
    forgetChoice()
    onOpenChange(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('gift.title', { name: profile.name })}
      closeLabel={common('close')}
    >
      <form className="flex flex-col gap-4 [&_input]:scroll-mb-24" onSubmit={send}>
        <p className="flex items-center gap-1.5 text-sm text-text-muted tabular-nums">
          <CoinIcon className="size-4" />
          {chatT('coins', { count: credits })}
        </p>
        <GiftChoices {...{ offered, prices, credits }} chosen={gift} onChoose={setGift} />
        <Field
          label={t('gift.text')}
          hint={t('gift.optional')}
          error={excess > 0 ? t('gift.tooLong', { max: GIFT_TEXT_MAX_LENGTH, excess }) : undefined}
        >
          <TextInput dir="auto" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
        </Field>
        {/* In view on a low phone too, where the gifts scroll behind it. */}
        <div className="sticky bottom-0 -mx-6 -my-2 bg-surface-raised px-6 py-2">
          <SendButton
            label={t('gift.send', { gift: t(`gifts.${gift}`) })}
            price={price}
            credits={credits}
            profile={profile}
            disabled={excess > 0}
            onLeave={storeChoice}
          />
        </div>
        <Button variant="ghost" onClick={() => onOpenChange(false)}>
          {common('cancel')}
        </Button>
      </form>
    </Dialog>
  )
}

/**
 * The gift that is chosen, and its text. A choice survives the way to buy credits: the result of the payment
 * leads back to it.
 */
function useGiftChoice({ id: profileId, name, photo }: SendingDialogProps['profile']) {
  const t = useTranslations('chat-conversation')
  const settings = useSettings()
  const offered = names.filter((each) => settings.gifts.includes(each))
  const [stored] = useState(() => readGiftChoice(profileId))
  const [gift, setGift] = useState<Gift>(stored && offered.includes(stored.gift) ? stored.gift : (offered[0] ?? 'rose'))
  const [text, setText] = useState(stored?.text ?? '')

  function storeChoice() {
    storeGiftChoice({ profileId, gift, text })
    storeReturnPath({
      path: `${href('/members/:id/chat', { id: profileId })}?gift`,
      name,
      photo: photo?.id ?? null,
      message: t('summary.gift', { gift: t(`gifts.${gift}`) }),
    })
  }

  function forgetChoice() {
    if (readGiftChoice(profileId)) forgetReturnPath()
    forgetGiftChoice()
    setText('')
  }
  return { offered, gift, setGift, text, setText, storeChoice, forgetChoice }
}

interface GiftChoicesProps extends Pick<SendingDialogProps, 'prices' | 'credits'> {
  offered: readonly Gift[]
  chosen: Gift
  onChoose: (gift: Gift) => void
}

/**
 * The gifts that the site offers, with their prices: as in the catalogue, the dear ones come last. Those
 * beyond the balance are muted, but can be chosen: credits can be bought.
 */
function GiftChoices({ offered, chosen, prices, credits, onChoose }: GiftChoicesProps) {
  const t = useTranslations('chat-conversation')
  const dearId = useId()
  const isDear = (gift: Gift) => giftPrice(prices, gift) > credits
  const firstDear = offered.find(isDear)
  return (
    <fieldset>
      <legend className="sr-only">{t('gift.choose')}</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {offered.map((gift) => (
          <Fragment key={gift}>
            {gift === firstDear && (
              <p id={dearId} className="col-span-full mt-2 text-sm text-text-muted">
                {t('gift.dear')}
              </p>
            )}
            <label
              className={cx(
                'flex cursor-pointer flex-col items-center gap-1 rounded-md border px-0.5 py-2 text-center text-xs transition-colors min-[22.5rem]:text-sm',
                'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                gift === chosen ? 'border-accent bg-accent-soft' : 'border-line hover:border-line-strong',
              )}
            >
              <input
                type="radio"
                name="gift"
                value={gift}
                checked={gift === chosen}
                aria-describedby={isDear(gift) ? dearId : undefined}
                className="sr-only"
                onChange={() => onChoose(gift)}
              />
              <GiftImage gift={gift} className={cx('size-10 sm:size-14', isDear(gift) && 'opacity-50')} />
              <span
                className={cx('max-w-full font-medium wrap-anywhere hyphens-auto', isDear(gift) && 'text-text-muted')}
              >
                {t(`gifts.${gift}`)}
              </span>
              <span className="flex items-center gap-1 text-text-muted tabular-nums">
                {giftPrice(prices, gift)} <CoinIcon className="size-4" />
              </span>
            </label>
          </Fragment>
        ))}
      </div>
    </fieldset>
  )
}
